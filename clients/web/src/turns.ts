// The matches that wait for who plays here, live, on every page.

import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Api } from '../../ui/api.ts'
import { MyTurnsDocument, type MyTurnsSubscription } from '../../ui/generated/operations.ts'
import { session } from './session.ts'

export type WaitingTurn = MyTurnsSubscription['myTurns']['turns'][number]
type Item = MyTurnsSubscription['myTurns']

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

const waiting = signal<readonly WaitingTurn[]>([])

/** The matches that wait for a choice of who plays here. */
export const turns: ReadonlySignal<readonly WaitingTurn[]> = waiting

/** Follow the turns of whoever plays here, from now on. */
export function followTurns(): void {
  effect(() => {
    const api = session.value?.api
    waiting.value = []
    if (api === undefined) return undefined
    const leaving = new AbortController()
    void keepFollowing(api, leaving.signal)
    return () => leaving.abort()
  })
}

async function keepFollowing(api: Api, left: AbortSignal): Promise<void> {
  for (let pause = FIRST_MS; !left.aborted; pause = Math.min(pause * 2, LONGEST_MS)) {
    const stream = api.follow(MyTurnsDocument, {})
    left.addEventListener('abort', () => void stream.return?.(), { once: true })
    try {
      for await (const { myTurns } of stream) {
        if (left.aborted) return
        pause = FIRST_MS
        waiting.value = after(waiting.value, myTurns)
      }
    } catch {
      // it begins anew, whatever has ended it
    }
    await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random())))
  }
}

function after(known: readonly WaitingTurn[], item: Item): readonly WaitingTurn[] {
  if (item.kind === 'WAITING') return item.turns
  const changed = new Set([...item.matchIds, ...item.turns.map(({ matchId }) => matchId)])
  if (changed.size === 0) return known
  return [...known.filter(({ matchId }) => !changed.has(matchId)), ...item.turns]
}
