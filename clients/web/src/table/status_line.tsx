import { Clock } from './clock.tsx'
import type { Scene } from './match.ts'
import { joined, nameOf } from './names.ts'
import type { SeatNews } from './seat_plate.tsx'
import { say } from './words.ts'
import './status_line.css'

interface StatusLineProps {
  readonly scene: Scene
  readonly news: readonly SeatNews[]
  /** What is to be done, where this seat is asked. */
  readonly task: string | null
  readonly isSending: boolean
}

/** Whose turn it is, above the hand. */
export function StatusLine({ scene, news, task, isSending }: StatusLineProps) {
  const { viewerSeat } = scene
  const own = viewerSeat === null ? undefined : news[viewerSeat]
  const isAsked = task !== null && !isSending
  return (
    <p class={`status-line${isAsked ? ' asked' : ''}`}>
      <span>{isSending ? say('sending') : (task ?? waitingText(scene))}</span>
      {isAsked && own?.deadlineMs != null && <Clock deadlineMs={own.deadlineMs} bankMs={own.bankMs} />}
    </p>
  )
}

function waitingText(scene: Scene): string {
  const asked = scene.game?.toAct ?? []
  const [first] = asked
  if (first === undefined) return ''
  if (asked.length === 1) return say('turnOf', { name: nameOf(scene, first) })
  const others = asked.filter((seat) => seat !== scene.viewerSeat)
  return say('turnOfMany', { names: joined(others.map((seat) => nameOf(scene, seat))) })
}
