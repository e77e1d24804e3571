// What the streamer has chosen so far. Keys are kept nowhere: their text is told once.

import { computed, signal } from '@preact/signals'
import { SERVICE } from '../../../web/src/session.ts'
import { PARTS, writeParameters, type Parameters } from '../parameters.ts'

export const SIZES = {
  '1920x1080': { width: 1920, height: 1080 },
  '1280x720': { width: 1280, height: 720 },
  '400x1080': { width: 400, height: 1080 },
  '320x720': { width: 320, height: 720 },
} as const

export type Size = keyof typeof SIZES
export type Look = Omit<Parameters, 'api' | 'match' | 'key' | 'sample'>

/** One match, or those of the key's account one after the other. */
export const scope = signal<'match' | 'account'>('match')
/** The link or id that the streamer has given. */
export const matchText = signal('')
export const keyText = signal('')
export const size = signal<Size>('1920x1080')
export const look = signal<Look>({
  theme: 'dark',
  layout: 'auto',
  show: new Set(PARTS),
  hands: false,
  lang: null,
  scale: 1,
  motion: true,
  fourColours: false,
})

/** The id in what the streamer has given; null while there is none. */
export const matchId = computed(() => /\bm_[0-9a-z]+/i.exec(matchText.value)?.[0] ?? null)

/** The key as it was given, without what a paste has around it; null while there is none. */
export const key = computed(() => /\bko_[\w-]+/.exec(keyText.value)?.[0] ?? null)

/** Whether the address shows a match: an account's matches are found by its key alone. */
export const isComplete = computed(() => (scope.value === 'account' ? key.value : matchId.value) !== null)

/** The address of the overlay that is being built. */
export const address = computed(() => addressOf({ ...chosen.value, sample: false }))

/** The address that the preview shows: a made-up match until there is one. */
export const previewAddress = computed(() => addressOf({ ...chosen.value, sample: !isComplete.value }))

const chosen = computed(() => ({
  ...look.value,
  api: SERVICE,
  match: scope.value === 'match' ? matchId.value : null,
  key: key.value,
}))

/** Change some of the look. */
export function setLook(some: Partial<Look>): void {
  look.value = { ...look.value, ...some }
}

function addressOf(parameters: Parameters): string {
  const page = new URL('./', location.href)
  page.search = writeParameters(parameters, SERVICE)
  return page.href
}
