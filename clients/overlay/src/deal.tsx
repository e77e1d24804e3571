import './deal.css'
import type { ComponentChildren } from 'preact'
import { Card, SuitSign } from '../../ui/card.tsx'
import { cardName, rankText, suitName, suitOf, type Suit } from '../../ui/cards.ts'
import { language, told } from '../../ui/words.ts'
import type { Deal, DealRules, Match, Rules } from './match.ts'
import { penaltiesOf, type Cause, type Penalty } from './penalties.ts'
import { pointsText } from './points.ts'
import type { ScoredDeal } from './scene.ts'
import { say } from './words.ts'

interface DealPanelProps {
  readonly match: Match
  readonly rules: Rules | null
  readonly scored: ScoredDeal | null
}

/** The deal in play or just over, or what has become of the match; nothing before the rules are known. */
export function DealPanel({ match, rules, scored }: DealPanelProps) {
  if (scored !== null && rules !== null) return <Scored deal={scored} rules={rules} />
  const deal = match.game?.deal ?? null
  const dealRules = rules?.deals.find(({ id }) => id === deal?.id)
  if (match.status !== 'playing') return <Panel title={standing(match.status)} />
  if (deal === null || rules === null || dealRules === undefined) return null
  return (
    <Panel title={told(dealRules.name)} over={dealNumber(deal, rules)} trump={deal.trump}>
      <Penalties deal={dealRules} removed={rules.removed} />
      <Phase deal={deal} />
      {deal.rows !== null && <Lottery deal={deal} />}
      {deal.talonTaker === null && <OpenCards label={say('talon')} cards={deal.talon} />}
      {deal.oddCard !== null && <OpenCards label={say('odd_card')} cards={[deal.oddCard]} />}
    </Panel>
  )
}

function Scored({ deal: { number }, rules: { deals } }: { deal: ScoredDeal; rules: Rules }) {
  const deal = deals[(number - 1) % deals.length]
  return <Panel title={deal === undefined ? '' : told(deal.name)} over={say('scored', { n: number })} />
}

interface PanelProps {
  readonly title: string
  readonly over?: string
  readonly trump?: Suit | 'N' | null
  readonly children?: ComponentChildren
}

function Panel({ title, over, trump, children }: PanelProps) {
  return (
    <section class="deal">
      {over && <p class="over">{over}</p>}
      <h1>
        {title} {trump && <TrumpMark trump={trump} />}
      </h1>
      {children}
    </section>
  )
}

function TrumpMark({ trump }: { trump: Suit | 'N' }) {
  if (trump === 'N') return <span class="trump">{say('no_trump')}</span>
  return (
    <span class="trump">
      <i class="sign-box">
        <SuitSign suit={trump} label={`${say('trump')}: ${suitName(trump, language.value)}`} />
      </i>
    </span>
  )
}

function Penalties({ deal, removed }: { deal: DealRules; removed: readonly string[] }) {
  return (
    <ul class="penalties">
      {penaltiesOf(deal, removed).map((penalty, at) => (
        <PenaltyItem key={at} {...penalty} />
      ))}
    </ul>
  )
}

function PenaltyItem({ points, causes }: Penalty) {
  return (
    <li>
      {causes.map((cause, at) => (
        <CauseText key={at} cause={cause} />
      ))}
      <b>{pointsText(points, true)}</b>
    </li>
  )
}

function CauseText({ cause }: { cause: Cause }) {
  switch (cause.kind) {
    case 'suit':
      return <Sign suit={cause.suit} />
    case 'rank':
      return <span>{rankText(cause.card, language.value)}</span>
    case 'card':
      return (
        <span role="img" aria-label={cardName(cause.card, language.value)}>
          {rankText(cause.card, language.value)}
          <Sign suit={suitOf(cause.card)} />
        </span>
      )
    case 'cards':
      return <span>{say('cards', { n: cause.count })}</span>
    case 'each_trick':
      return <span>{say('each_trick')}</span>
    case 'trick':
      return <span>{trickText(cause.number)}</span>
    case 'place':
      return <span>{say('place', { n: cause.number })}</span>
  }
}

function Sign({ suit }: { suit: Suit }) {
  return (
    <i class="sign-box">
      <SuitSign suit={suit} label={suitName(suit, language.value)} />
    </i>
  )
}

function Phase({ deal: { phase, sale } }: { deal: Deal }) {
  const text = phaseText(phase)
  if (text === null) return null
  return (
    <p class="phase">
      {text}
      {sale && <b> {sale.high > 0 ? say('bids', { n: sale.high }) : say('asks', { n: sale.minimum })}</b>}
    </p>
  )
}

function Lottery({ deal }: { deal: Deal }) {
  return (
    <div class="lottery">
      {deal.rows?.map(({ suit, cards }) => (
        <p class="row" key={suit}>
          <Sign suit={suit} />
          {cards.map((card) => (
            <span class="row-card" key={card}>
              <Card card={card} label={cardName(card, language.value)} />
            </span>
          ))}
        </p>
      ))}
    </div>
  )
}

function OpenCards({ label, cards }: { label: string; cards: readonly string[] }) {
  if (cards.length === 0) return null
  return (
    <p class="row whole">
      <span class="row-label">{label}</span>
      {cards.map((card) => (
        <span class="row-card" key={card}>
          <Card card={card} label={cardName(card, language.value)} />
        </span>
      ))}
    </p>
  )
}

function dealNumber({ number }: Deal, { deals, ending }: Rules): string {
  return ending === null ? say('deal_of', { n: number, all: deals.length }) : say('deal', { n: number })
}

function trickText(number: number): string {
  if (number === -1) return say('last_trick')
  if (number === -2) return say('trick_before_last')
  return number > 0 ? say('trick', { n: number }) : say('trick_from_end', { n: -number })
}

const STANDINGS = { lobby: 'lobby', finished: 'finished', void: 'void' } as const

function standing(status: string): string {
  return status in STANDINGS ? say(status as keyof typeof STANDINGS) : status
}

const PHASES = {
  bidding: 'phase_bidding',
  exchange: 'phase_exchange',
  keeping: 'phase_keeping',
  lowering: 'phase_lowering',
  moon: 'phase_moon',
  passing: 'phase_passing',
  trump: 'phase_trump',
} as const

function phaseText(phase: string): string | null {
  return phase in PHASES ? say(PHASES[phase as keyof typeof PHASES]) : null
}
