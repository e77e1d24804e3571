// The title of the page in tabs and histories: a dot before it while a match waits for a move.

import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { turns } from './turns.ts'

const NAME = 'Kierki'
const title = signal(NAME)

/** Let the page be called so, before the name of the game; empty: that alone. */
export function useTitle(text: string): void {
  useEffect(() => {
    title.value = text ? `${text} – ${NAME}` : NAME
  }, [text])
}

/** Show the title from now on. */
export function showTitle(): void {
  effect(() => {
    document.title = turns.value.length > 0 ? `● ${title.value}` : title.value
  })
}
