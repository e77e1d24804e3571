import { Card } from '../../../ui/card.tsx'
import type { Play } from './match.ts'
import { cardAloud } from './names.ts'
import { directionOf } from './ring.ts'
import './trick.css'

interface TrickProps {
  readonly plays: readonly Play[]
  readonly players: number
  readonly viewer: number | null
  /** Who takes it, once that is known; `isSwept` while it goes to him. */
  readonly taking: { readonly seat: number; readonly isSwept: boolean } | null
  readonly nameOf: (seat: number) => string
}

/** The trick in the middle of the table: each card before its seat, the newest above the others. */
export function TrickInPlay({ plays, players, viewer, taking, nameOf }: TrickProps) {
  const to = taking === null ? { dx: 0, dy: 0 } : directionOf(taking.seat, players, viewer)
  return (
    <ol class={`trick${taking?.isSwept ? ' swept' : ''}`} style={{ '--to-x': to.dx, '--to-y': to.dy }}>
      {plays.map(({ seat, card }, at) => {
        const { dx, dy } = directionOf(seat, players, viewer)
        return (
          <li
            key={card}
            class={`trick-card${taking?.seat === seat ? ' best' : ''}`}
            style={{ '--dx': dx, '--dy': dy, zIndex: at + 1 }}
            data-card={card}
          >
            <Card card={card} label={`${nameOf(seat)}: ${cardAloud(card)}`} />
          </li>
        )
      })}
    </ol>
  )
}
