// What a deal is played for, told from its rules alone.

import { RANKS, rankOf, suitOf, type Suit } from '../../ui/cards.ts'
import type { DealRules } from './match.ts'

const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C']

/** What brings points: all cards of a suit or of a rank, one card, tricks, or a place. */
export type Cause =
  | { readonly kind: 'suit'; readonly suit: Suit }
  | { readonly kind: 'rank' | 'card'; readonly card: string }
  | { readonly kind: 'cards'; readonly count: number }
  | { readonly kind: 'each_trick' }
  | { readonly kind: 'trick' | 'place'; readonly number: number }

export interface Penalty {
  readonly points: number
  readonly causes: readonly Cause[]
}

/** Returns what brings points in a deal, played with 52 cards but for those removed. */
export function penaltiesOf(deal: DealRules, removed: readonly string[]): readonly Penalty[] {
  if (deal.kind === 'lottery') {
    return deal.prizes.map((points, at) => ({ points, causes: [{ kind: 'place', number: at + 1 }] }))
  }
  const deck = SUITS.flatMap((suit) => [...RANKS].map((rank) => rank + suit)).filter((card) => !removed.includes(card))
  const eachTrick: Penalty[] = deal.trick === 0 ? [] : [{ points: deal.trick, causes: [{ kind: 'each_trick' }] }]
  return [
    ...eachTrick,
    ...deal.cards.map(({ cards, points }) => ({ points, causes: causesOf(cards, deck) })),
    ...deal.tricks.map(({ number, points }) => ({ points, causes: [{ kind: 'trick' as const, number }] })),
  ]
}

const MANY = 4

function causesOf(counting: readonly string[], deck: readonly string[]): readonly Cause[] {
  const cards = counting.filter((card) => deck.includes(card))
  const suits = SUITS.filter((suit) => cards.some((card) => suitOf(card) === suit))
  if (cards.length === deck.filter((card) => suits.includes(suitOf(card))).length) {
    return suits.map((suit) => ({ kind: 'suit', suit }))
  }
  const ranks = [...RANKS].reverse().filter((rank) => cards.some((card) => rankOf(card) === rank))
  if (cards.length === deck.filter((card) => ranks.includes(rankOf(card))).length) {
    return ranks.map((rank) => ({ kind: 'rank', card: `${rank}S` }))
  }
  if (cards.length > MANY) return [{ kind: 'cards', count: cards.length }]
  return cards.map((card) => ({ kind: 'card', card }))
}
