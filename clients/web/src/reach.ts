// Whether the service can be reached. While it cannot, it is asked again until it answers.

import { signal, type ReadonlySignal } from '@preact/signals'

const FIRST_MS = 1_000
const LONGEST_MS = 15_000

const reached = signal(true)
let asking = false
let ask: () => Promise<boolean> = () => Promise.resolve(true)

/** Whether the last that was heard of the service is that it answers. */
export const isReached: ReadonlySignal<boolean> = reached

/** Watch the network of the browser, and ask for the service's health while it is away. */
export function watchReach(health: string): void {
  ask = async () => {
    const answer = await fetch(health, { cache: 'no-store' }).catch(() => null)
    return answer?.ok ?? false
  }
  addEventListener('offline', () => heard(false))
  addEventListener('online', () => void tryOnce())
  if (!navigator.onLine) heard(false)
}

/** Something has answered, or nothing has. */
export function heard(answer: boolean): void {
  reached.value = answer
  if (!answer) void askUntilReached()
}

/** A connection has broken, which may be its own fault alone. */
export function doubt(): void {
  void ask().then(heard)
}

async function askUntilReached(): Promise<void> {
  if (asking) return
  asking = true
  for (let pause = FIRST_MS; !reached.value; pause = Math.min(pause * 2, LONGEST_MS)) {
    await new Promise((done) => setTimeout(done, pause * (0.75 + Math.random() / 2)))
    await tryOnce()
  }
  asking = false
}

async function tryOnce(): Promise<void> {
  if (await ask()) reached.value = true
}
