import { Icon } from '../frame/icon.tsx'
import { spanOf } from './spans.ts'
import { say } from './words.ts'

export interface ClockSet {
  readonly turnSeconds: number | null
  readonly bankSeconds: number | null
  readonly incrementSeconds: number
}

/** How long one may think, in a few letters. */
export function Clock({ clock }: { clock: ClockSet }) {
  return (
    <span class="clock-set soft" title={say('clock')}>
      <Icon name="clock" />
      <span class="visually-hidden">{say('clock')}: </span>
      {clockText(clock)}
    </span>
  )
}

function clockText({ turnSeconds, bankSeconds, incrementSeconds }: ClockSet): string {
  if (turnSeconds === null) return say('noClock')
  const parts = [spanOf(turnSeconds)]
  if (bankSeconds !== null) parts.push(spanOf(bankSeconds))
  if (bankSeconds !== null && incrementSeconds > 0) parts.push(spanOf(incrementSeconds))
  return parts.join(' + ')
}
