import type { ComponentChildren } from 'preact'
import { SuitSign } from '../../../ui/card.tsx'
import { Layout } from './layout.tsx'
import type { Deal, Play, Scene } from './match.ts'
import { letterOf, nameOf, nameOrYou } from './names.ts'
import { placeBesideLayout, placeOf } from './ring.ts'
import { SeatPlate, type SeatNews } from './seat_plate.tsx'
import type { Taking } from './stage.ts'
import { Talon } from './talon.tsx'
import { TrickInPlay } from './trick.tsx'
import { say } from './words.ts'
import './felt.css'

interface FeltProps {
  readonly scene: Scene
  readonly plays: readonly Play[]
  readonly taking: Taking | null
  readonly news?: readonly SeatNews[] | undefined
  /** What stands above the table while it is needed: a choice, a result. */
  readonly children?: ComponentChildren
}

/** The table with all that lies on it, and the seats around. */
export function Felt({ scene, plays, taking, news, children }: FeltProps) {
  const { seats, viewerSeat, game } = scene
  const players = seats.length
  const deal = game?.deal
  const place = deal?.rows == null ? placeOf : placeBesideLayout
  return (
    <section class={`felt felt-${players}`} aria-label={say('table')}>
      {deal != null && <Middle deal={deal} scene={scene} isEmpty={plays.length === 0} />}
      <TrickInPlay
        plays={plays}
        players={players}
        viewer={viewerSeat}
        taking={taking}
        nameOf={(seat) => nameOrYou(scene, seat)}
      />
      {seats.map(({ seat }) => (
        <SeatPlate
          key={seat}
          scene={scene}
          seat={seat}
          place={place(seat, players, viewerSeat)}
          news={news?.[seat]}
          isTaking={taking?.seat === seat}
        />
      ))}
      {children}
    </section>
  )
}

/** What lies in the middle besides the trick: a layout, a talon, the trump. */
function Middle({ deal, scene, isEmpty }: { deal: Deal; scene: Scene; isEmpty: boolean }) {
  const trump = deal.trump == null ? null : letterOf(deal.trump)
  if (deal.rows != null) return <Layout deal={deal} />
  return (
    <>
      {trump !== null && (
        <div class="felt-trump" role="img" aria-label={say('trump')}>
          <SuitSign suit={trump} />
        </div>
      )}
      {isEmpty && deal.talon.length > 0 && deal.talonTaker == null && (
        <Talon deal={deal} nameOf={(seat) => nameOf(scene, seat)} />
      )}
    </>
  )
}
