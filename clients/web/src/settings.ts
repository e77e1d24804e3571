// What a person has set for this browser: language, theme, motion, deck, name.

import { effect, signal } from '@preact/signals'
import { language, type Language } from '../../ui/words.ts'

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
  adopt(localStorage.getItem(KEY))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) adopt(newValue)
  })
  effect(keep)
  effect(show)
}

function adopt(text: string | null): void {
  const kept = read(text)
  language.value = one(['pl', 'en'], kept.language, language.value)
  theme.value = one(['system', 'light', 'dark'], kept.theme, 'system')
  motion.value = one(['system', 'reduced'], kept.motion, 'system')
  deck.value = one(['two', 'four'], kept.deck, 'two')
  name.value = typeof kept.name === 'string' ? kept.name : ''
}

function read(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {} // another program has written there
  }
}

function one<Value extends string>(known: readonly Value[], kept: unknown, otherwise: Value): Value {
  return known.find((at) => at === kept) ?? otherwise
}

function keep(): void {
  const kept: Kept = {
    language: language.value,
    theme: theme.value,
    motion: motion.value,
    deck: deck.value,
    name: name.value,
  }
  localStorage.setItem(KEY, JSON.stringify(kept))
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
