import { SuitSign } from '../../../ui/card.tsx'
import { Icon } from '../frame/icon.tsx'
import { Clock } from './clock.tsx'
import type { Scene } from './match.ts'
import { letterOf, nameOrYou, plain } from './names.ts'
import type { Place } from './ring.ts'
import { say } from './words.ts'
import './seat_plate.css'

/** What is shown of a seat besides the scene: who is there, and until when it may think. */
export interface SeatNews {
  readonly present: boolean | null
  readonly deadlineMs: number | null
  readonly bankMs: number | null
}

interface SeatPlateProps {
  readonly scene: Scene
  readonly seat: number
  readonly place: Place
  readonly news?: SeatNews | undefined
  readonly isTaking: boolean
}

/** A seat at the table: who sits there, what he holds and has, and whether it is his turn. */
export function SeatPlate({ scene, seat, place, news, isTaking }: SeatPlateProps) {
  const { game } = scene
  const deal = game?.deal
  const isAsked = game?.toAct.includes(seat) ?? false
  const tricks = deal?.tricksTaken[seat] ?? 0
  return (
    <div
      class={`seat-plate${isAsked ? ' asked' : ''}${isTaking ? ' taking' : ''}`}
      style={{ '--wide-x': place.x, '--tall-x': place.tallX ?? place.x, '--wide-y': place.y, '--tall-y': place.tall }}
      data-seat={seat}
    >
      <div class="seat-name">
        <span class="seat-who">{nameOrYou(scene, seat)}</span>
        <Marks scene={scene} seat={seat} present={news?.present ?? null} />
      </div>
      <div class="seat-facts">
        <span class="seat-total" aria-label={say('points', { n: game?.totals[seat] ?? 0 })}>
          {plain(game?.totals[seat] ?? 0)}
        </span>
        {deal && <Count kind="cards" n={deal.handCounts[seat] ?? 0} label={say('cardsLeft', { n: deal.handCounts[seat] ?? 0 })} />}
        {deal && deal.rows == null && <Count kind="tricks" n={tricks} label={say('tricks', { n: tricks })} />}
        <BotMark scene={scene} seat={seat} />
        {deal?.declarer === seat && deal.trump != null && letterOf(deal.trump) !== null && (
          <span class="seat-trump">
            <SuitSign suit={letterOf(deal.trump) ?? 'S'} />
          </span>
        )}
      </div>
      {deal?.dealer === seat && <span class="seat-dealer" role="img" aria-label={say('dealer')} title={say('dealer')} />}
      {isAsked && news?.deadlineMs != null && <Clock deadlineMs={news.deadlineMs} bankMs={news.bankMs} />}
    </div>
  )
}

function Count({ kind, n, label }: { kind: 'cards' | 'tricks'; n: number; label: string }) {
  return (
    <span class={`seat-count seat-${kind}`} role="img" aria-label={label} title={label}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {kind === 'cards' ? (
          <path d="M5 2h7v11H5zM3 4v11h7" />
        ) : (
          <path d="M2 9l4-6 3 2-4 6zM7 13l2-7 4 1-2 7zM3 12l1 2" />
        )}
      </svg>
      {n}
    </span>
  )
}

function BotMark({ scene, seat }: { scene: Scene; seat: number }) {
  const at = scene.seats[seat]
  if (at === undefined || (at.kind !== 'BOT' && !at.botAccount && at.level == null)) return null
  return (
    <span class="seat-bot" role="img" aria-label={say('bot')} title={say('bot')}>
      <Icon name="bot" />
    </span>
  )
}

function Marks({ scene, seat, present }: { scene: Scene; seat: number; present: boolean | null }) {
  const at = scene.seats[seat]
  if (at === undefined) return null
  const standsIn = at.kind === 'PERSON' && at.level != null
  const word = at.givenUp != null ? say('gaveUp') : standsIn ? say('botPlays') : present === false ? say('away') : null
  return word === null ? null : <span class="seat-word">{word}</span>
}
