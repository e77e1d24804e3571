// What a deal counts, in a few words, from the published rules alone.

import { rankOf, RANKS, rankText, suitOf, suitSymbol } from '../../../ui/cards.ts'
import { language } from '../../../ui/words.ts'
import type { DealRules } from './match.ts'
import { cardText, signed } from './names.ts'
import { say } from './words.ts'

type TrickDeal = Extract<DealRules, { __typename: 'TrickDeal' }>

const MANY = 4

/** Returns what brings points in a deal: `D −60`, `♥ −20`, `trick 7 −75`. */
export function worthOf(deal: DealRules): readonly string[] {
  if (deal.__typename === 'LotteryDeal') {
    return deal.prizes.map((prize, at) => say('nthPlace', { n: at + 1, points: signed(prize) }))
  }
  if (deal.__typename !== 'TrickDeal') return []
  return [
    ...(deal.trick === 0 ? [] : [say('eachTrick', { points: signed(deal.trick) })]),
    ...deal.cards.map(({ cards, points }) => cardsWorth(cards, points)),
    ...deal.tricks.map(trickWorth),
  ]
}

function cardsWorth(cards: readonly string[], points: number): string {
  const ranks = [...RANKS].reverse().filter((rank) => cards.some((card) => rankOf(card) === rank))
  const suits = [...new Set(cards.map(suitOf))]
  if (suits.length === 1 && cards.length > MANY) return `${suitSymbol(suits[0] ?? '')} ${signed(points)}`
  if (suits.length === 4 && cards.length === ranks.length * 4) {
    return `${ranks.map((rank) => rankText(rank, language.value)).join(', ')} ${signed(points)}`
  }
  if (cards.length <= MANY) return `${cards.map(cardText).join(', ')} ${signed(points)}`
  return say('someCards', { n: cards.length, points: signed(points) })
}

function trickWorth({ number, points }: TrickDeal['tricks'][number]): string {
  const values = { n: number, points: signed(points) }
  if (number === -1) return say('lastTrick', values)
  if (number === -2) return say('trickBeforeLast', values)
  return say('nthTrick', values)
}
