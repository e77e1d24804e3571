import './clock.css'
import type { Match, Seat } from './match.ts'
import type { Service } from './service.ts'
import { clockText, shownMs } from './time.ts'

const SOON_MS = 10_000

interface ClockProps {
  readonly match: Match
  readonly seat: Seat
  readonly service: Service
}

/** What a seat that is asked has left: first the time of its turn, then its bank. */
export function Clock({ match, seat, service }: ClockProps) {
  const at = shownMs(match, service)
  if (seat.deadlineMs === null || at === null || match.pausedMs !== null) return null
  const left = seat.deadlineMs - at
  const bank = seat.bankMs ?? 0
  if (left > bank) return <Time ms={left - bank} bankMs={bank} isSoon={left < SOON_MS} />
  return <Time ms={left} bankMs={0} isSoon={left < SOON_MS} isBank={bank > 0} />
}

interface TimeProps {
  readonly ms: number
  readonly bankMs: number
  readonly isSoon: boolean
  readonly isBank?: boolean
}

function Time({ ms, bankMs, isSoon, isBank }: TimeProps) {
  const mood = isSoon ? 'soon' : isBank === true ? 'bank' : ''
  return (
    <span class={`clock ${mood}`}>
      {clockText(ms)}
      {bankMs > 0 && <small> +{clockText(bankMs)}</small>}
    </span>
  )
}
