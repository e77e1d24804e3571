// The contract's own names of its codes, for those that are newer than this page.

import { signal } from '@preact/signals'
import { SERVICE } from '../session.ts'

const titles = signal<ReadonlyMap<string, string>>(new Map())
let isRead = false

/** The contract's title of a code, in English; the code itself until it has come. */
export function titleOf(code: string): string {
  if (!isRead) void readTitles()
  return titles.value.get(code) ?? code
}

async function readTitles(): Promise<void> {
  isRead = true
  try {
    const answer = await fetch(`${SERVICE}/v1/problems`)
    const { items } = (await answer.json()) as { items: readonly { code: string; title: string }[] }
    titles.value = new Map(items.map(({ code, title }) => [code, title]))
  } catch {
    isRead = false // it is asked for with the next code
  }
}
