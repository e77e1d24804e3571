// The clocks of the page.

import { signal } from '@preact/signals'
import type { Match } from './match.ts'
import type { Service } from './service.ts'

const TICK_MS = 250

/** This machine's clock, ms of Unix time; goes on four times a second. */
export const now = signal(Date.now())

/** Let the clock of the page run. */
export function startClock(): void {
  setInterval(() => (now.value = Date.now()), TICK_MS)
}

/** The moment of the match that is shown, ms of Unix time; null where nobody knows it. */
export function shownMs(match: Match, service: Service): number | null {
  const present = service.at(now.value)
  if (match.asOfMs === null) return present
  const { delaySeconds } = match.spectators
  return delaySeconds === null ? null : present - delaySeconds * 1000
}

/** Minutes and seconds, `1:05`, with hours from the first one on; nothing is less than `0:00`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
