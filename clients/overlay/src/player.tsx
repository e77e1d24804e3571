import './player.css'
import { Card } from '../../ui/card.tsx'
import { cardName, inHandOrder } from '../../ui/cards.ts'
import { language } from '../../ui/words.ts'
import { Clock } from './clock.tsx'
import { isOver, type Match, type Rules, type Seat } from './match.ts'
import type { Parameters } from './parameters.ts'
import { pointsText } from './points.ts'
import type { ScoredDeal, TakenTrick } from './scene.ts'
import type { Service } from './service.ts'
import { say } from './words.ts'

interface PlayerProps {
  readonly match: Match
  readonly rules: Rules | null
  readonly seat: Seat
  readonly taken: TakenTrick | null
  readonly scored: ScoredDeal | null
  readonly parameters: Parameters
  readonly service: Service
}

/** One seat: its card on the table, its hand where that is open, and how it stands. */
export function Player({ match, rules, seat, taken, scored, parameters, service }: PlayerProps) {
  const { show } = parameters
  const deal = match.game?.deal
  const isAsked = !isOver(match) && match.game?.toAct.includes(seat.seat) === true
  const hand = parameters.hands ? deal?.hands?.[seat.seat] : undefined
  return (
    <li class={`player ${isAsked ? 'asked' : ''} ${hasWon(match, seat) ? 'won' : ''}`} data-seat={seat.seat}>
      {show.has('trick') && !deal?.rows && <Slot match={match} seat={seat.seat} taken={taken} />}
      {hand && <Hand cards={hand} />}
      <div class="tile">
        <p class="name">
          <Place match={match} seat={seat.seat} />
          <bdi>{nameOf(seat)}</bdi>
          <Aside seat={seat} />
          {show.has('clock') && isAsked && <Clock match={match} seat={seat} service={service} />}
        </p>
        <p class="figures">
          {show.has('scores') && <Points match={match} rules={rules} seat={seat.seat} scored={scored} />}
          {show.has('taken') && deal && deal.rows === null && <Taken count={deal.tricksTaken[seat.seat] ?? 0} />}
        </p>
      </div>
    </li>
  )
}

function Slot({ match, seat, taken }: { match: Match; seat: number; taken: TakenTrick | null }) {
  const deal = match.game?.deal
  const plays = taken?.plays ?? deal?.table ?? []
  const card = plays.find((play) => play.seat === seat)?.card
  const state = taken?.taker === seat ? 'takes' : taken?.leaves === true ? 'leaves' : ''
  return (
    <div class={`slot ${state}`}>
      {card !== undefined && (
        <span class={`laid ${taken?.leaves === true ? 'leaving' : ''}`} data-card={card} key={card}>
          <Card card={card} label={cardName(card, language.value)} />
        </span>
      )}
    </div>
  )
}

function Hand({ cards }: { cards: readonly string[] }) {
  return (
    <ul class="hand">
      {[...cards].sort(inHandOrder).map((card) => (
        <li data-card={card} key={card}>
          <Card card={card} label={cardName(card, language.value)} />
        </li>
      ))}
    </ul>
  )
}

type PointsProps = Pick<PlayerProps, 'match' | 'rules' | 'scored'> & { readonly seat: number }

function Points({ match, rules, seat, scored }: PointsProps) {
  const game = match.game
  if (game === null) return null
  const total = game.totals[seat] ?? 0
  const inDeal = (scored ?? game.deal)?.points[seat] ?? 0
  const isGood = rules?.direction === 'low' ? inDeal < 0 : inDeal > 0
  return (
    <>
      <span class="total" key={total}>
        {pointsText(total)}
      </span>
      {inDeal !== 0 && (
        <span class={`in-deal ${isGood ? 'good' : 'bad'}`} key={`deal ${inDeal}`}>
          {pointsText(inDeal, true)}
        </span>
      )}
    </>
  )
}

function Taken({ count }: { count: number }) {
  return (
    <span class="taken" role="img" aria-label={say('tricks_taken', { n: count })}>
      <svg viewBox="0 0 16 18" aria-hidden="true">
        <path d="M1 5h8.5v12H1zM5 1h9.5v13" />
      </svg>
      {count}
    </span>
  )
}

function Place({ match, seat }: { match: Match; seat: number }) {
  const place = placeOf(match, seat)
  return place === null ? null : <span class="place">{place}.</span>
}

function Aside({ seat }: { seat: Seat }) {
  if (seat.givenUp !== null) return <span class="aside">{say('gave_up')}</span>
  if (seat.kind === 'person' && seat.level !== null) return <span class="aside">{say('bot_plays')}</span>
  return null
}

/** Returns the final place, or in a lottery the place in which a seat went out; else null. */
function placeOf(match: Match, seat: number): number | null {
  if (match.places !== null) return match.places[seat] ?? null
  const out = match.game?.deal?.out.indexOf(seat) ?? -1
  return out < 0 ? null : out + 1
}

function hasWon(match: Match, seat: Seat): boolean {
  return match.status === 'finished' && match.places?.[seat.seat] === 1
}

function nameOf({ kind, name, seat }: Seat): string {
  if (kind === 'empty') return say('empty_seat')
  return name ?? say('bot', { n: seat + 1 })
}
