// All that an overlay is told, by its address alone; docs/overlays.md describes each parameter.

import type { Language } from '../../ui/words.ts'

export const THEMES = ['dark', 'light', 'felt', 'contrast', 'bare'] as const
export const LAYOUTS = ['auto', 'bar', 'column'] as const
export const PARTS = ['scores', 'deal', 'trick', 'taken', 'clock'] as const
export const LANGUAGES = ['pl', 'en'] as const
export const SMALLEST_SCALE = 0.5
export const LARGEST_SCALE = 2

export type Theme = (typeof THEMES)[number]
export type Layout = (typeof LAYOUTS)[number]
export type Part = (typeof PARTS)[number]

export interface Parameters {
  /** The service's address without a slash at the end. */
  readonly api: string
  /** The match; null: the newest one of the key's account. */
  readonly match: string | null
  readonly key: string | null
  /** Whether a made-up match is shown instead. */
  readonly sample: boolean
  readonly theme: Theme
  readonly layout: Layout
  readonly show: ReadonlySet<Part>
  /** Whether open hands are shown where the match lets them be. */
  readonly hands: boolean
  /** Null: that of the browser. */
  readonly lang: Language | null
  readonly scale: number
  readonly motion: boolean
  /** Whether each suit has a colour of its own. */
  readonly fourColours: boolean
}

/** Returns what an address asks for; what it does not say, or says wrongly, is the default. */
export function readParameters(search: string, home: string): Parameters {
  const given = new URLSearchParams(search)
  const parts = given.get('show')?.split(',') ?? PARTS
  return {
    api: (given.get('api') || home).replace(/\/+$/, ''),
    match: given.get('match') || null,
    key: given.get('key') || null,
    sample: given.get('sample') === '1',
    theme: oneOf(THEMES, given.get('theme')) ?? 'dark',
    layout: oneOf(LAYOUTS, given.get('layout')) ?? 'auto',
    show: new Set(PARTS.filter((part) => parts.includes(part))),
    hands: given.get('hands') === '1',
    lang: oneOf(LANGUAGES, given.get('lang')) ?? null,
    scale: Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, Number(given.get('scale')) || 1)),
    motion: given.get('motion') !== 'off',
    fourColours: given.get('deck') === 'four',
  }
}

/** Returns the shortest query for which `readParameters` returns this. */
export function writeParameters(wanted: Parameters, home: string): string {
  const query = new URLSearchParams()
  const say = (name: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== usual) query.set(name, value)
  }
  say('api', wanted.api, home.replace(/\/+$/, ''))
  say('match', wanted.match)
  say('key', wanted.key)
  say('sample', wanted.sample ? '1' : null)
  say('theme', wanted.theme, 'dark')
  say('layout', wanted.layout, 'auto')
  say('show', [...wanted.show].join(), PARTS.join())
  say('hands', wanted.hands ? '1' : null)
  say('lang', wanted.lang)
  say('scale', String(wanted.scale), '1')
  say('motion', wanted.motion ? null : 'off')
  say('deck', wanted.fourColours ? 'four' : null)
  return query.toString()
}

function oneOf<T extends string>(all: readonly T[], given: string | null): T | undefined {
  return all.find((one) => one === given)
}
