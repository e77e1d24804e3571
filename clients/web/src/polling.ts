// Lists that change while they are looked at.

import { signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { isReached } from './reach.ts'

const POLL_MS = 20_000

export interface Polled<Data> {
  /** What came last; null before anything has. */
  readonly data: ReadonlySignal<Data | null>
  /** Why nothing came the last time; null if it did. */
  readonly fault: ReadonlySignal<unknown>
  /** Ask now. */
  readonly reload: () => void
}

/** Ask again and again while the page is seen, and at once when the service comes back. */
export function usePolled<Data>(
  load: () => Promise<Data>,
  inputs: readonly unknown[],
  everyMs: number = POLL_MS,
): Polled<Data> {
  const poll = useMemo(() => new Poll(load), inputs)
  useEffect(() => poll.run(everyMs), [poll, everyMs])
  return poll
}

class Poll<Data> implements Polled<Data> {
  readonly data = signal<Data | null>(null)
  readonly fault = signal<unknown>(null)
  readonly #load: () => Promise<Data>
  #newest = 0

  constructor(load: () => Promise<Data>) {
    this.#load = load
  }

  readonly reload = (): void => {
    const asked = ++this.#newest
    this.#load().then(
      (data) => {
        if (asked !== this.#newest) return
        this.data.value = data
        this.fault.value = null
      },
      (fault: unknown) => {
        if (asked === this.#newest) this.fault.value = fault
      },
    )
  }

  run(everyMs: number): () => void {
    const askIfSeen = (): void => {
      if (document.visibilityState === 'visible') this.reload()
    }
    const timer = setInterval(askIfSeen, everyMs)
    document.addEventListener('visibilitychange', askIfSeen)
    const unwatch = isReached.subscribe((reached) => {
      if (reached) this.reload()
    })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
      unwatch()
      this.#newest += 1 // what is under way comes too late
    }
  }
}
