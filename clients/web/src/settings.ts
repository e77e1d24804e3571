// What a person has set for this browser: language, theme, motion, deck, name.

import { batch, effect, signal } from '@preact/signals'
import { language, type Language } from '../../ui/words.ts'
import { followKept, keep, kept } from './kept.ts'

export type Theme = 'system' | 'light' | 'dark'
export type Motion = 'system' | 'reduced'
export type Deck = 'two' | 'four'

interface Kept {
  language?: Language
  theme?: Theme
  motion?: Motion
  deck?: Deck
  name?: string
}

// --ground of ui/tokens.css
const GROUNDS = { light: '#f2efe8', dark: '#14171c' }
const KEY = 'kierki.settings'
let keptText: string | null = null

/** Light or dark, or as the system has it. */
export const theme = signal<Theme>('system')
/** Whether things may move, or as the system has it. */
export const motion = signal<Motion>('system')
/** Two colours of suits, or four. */
export const deck = signal<Deck>('two')
/** The name that the next account gets. */
export const name = signal('')

/** Take up what the browser has kept, show it, and keep what is set from now on. */
export function openSettings(): void {
  adopt(kept(KEY))
  followKept(KEY, adopt)
  effect(keepAll)
  effect(show)
}

/** Takes what is kept as it is, so that tabs do not answer each other. */
function adopt(text: string | null): void {
  keptText = text
  batch(() => take(read(text)))
}

function take(set: Kept): void {
  language.value = one(['pl', 'en'], set.language, language.value)
  theme.value = one(['system', 'light', 'dark'], set.theme, 'system')
  motion.value = one(['system', 'reduced'], set.motion, 'system')
  deck.value = one(['two', 'four'], set.deck, 'two')
  name.value = typeof set.name === 'string' ? set.name : ''
}

function read(text: string | null): Kept {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {} // another program has written there
  }
}

function one<Value extends string>(known: readonly Value[], found: unknown, otherwise: Value): Value {
  return known.find((at) => at === found) ?? otherwise
}

function keepAll(): void {
  const all: Kept = {
    language: language.value,
    theme: theme.value,
    motion: motion.value,
    deck: deck.value,
    name: name.value,
  }
  const text = JSON.stringify(all)
  if (text === keptText) return
  keptText = text
  keep(KEY, text)
}

function show(): void {
  const { documentElement: root } = document
  root.lang = language.value
  set(root, 'theme', theme.value === 'system' ? null : theme.value)
  set(root, 'motion', motion.value === 'system' ? null : 'off')
  set(root, 'deck', deck.value === 'two' ? null : deck.value)
  paintFrame()
}

/** Gives the frame of the browser the colour of the page's ground. */
function paintFrame(): void {
  const shown = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
  for (const meta of shown) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = GROUNDS[theme.value === 'system' ? own : theme.value]
  }
}

function set(root: HTMLElement, attribute: string, value: string | null): void {
  if (value === null) delete root.dataset[attribute]
  else root.dataset[attribute] = value
}
