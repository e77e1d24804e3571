import { useEffect, useState } from 'preact/hooks'
import { service } from '../session.ts'
import { spanText } from './names.ts'
import { say } from './words.ts'
import './clock.css'

/** The time that a seat has left, by the service's clock: that of the turn, then its bank. */
export function Clock({ deadlineMs, bankMs }: { deadlineMs: number; bankMs: number | null }) {
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    setNow(serviceNow())
    const timer = setInterval(() => setNow(serviceNow()), 500)
    return () => clearInterval(timer)
  }, [deadlineMs])
  const turnMs = deadlineMs - (bankMs ?? 0) - now
  const isBank = bankMs !== null && turnMs <= 0
  const leftMs = Math.max(0, isBank ? deadlineMs - now : turnMs)
  const text = isBank ? say('theBank', { time: spanText(leftMs) }) : spanText(leftMs)
  return (
    <span class={`clock${leftMs < 10_000 ? ' short' : ''}`} role="timer" aria-label={say('clock', { time: text })}>
      {text}
    </span>
  )
}

function serviceNow(): number {
  return Date.now() + service().clockLead()
}
