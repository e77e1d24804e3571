// What the overlay reads of the contract's REST answers.

import type { Suit } from '../../ui/cards.ts'
import type { Text } from '../../ui/words.ts'

export interface Match {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly players: number
  readonly spectators: { readonly watching: string; readonly delaySeconds: number | null }
  readonly asOfMs: number | null
  readonly pausedMs: number | null
  readonly seats: readonly Seat[]
  readonly places: readonly (number | null)[] | null
  readonly game: Game | null
}

export interface Seat {
  readonly seat: number
  readonly kind: string
  readonly name: string | null
  readonly level: string | null
  readonly givenUp: string | null
  readonly deadlineMs: number | null
  readonly bankMs: number | null
}

export interface Game {
  readonly toAct: readonly number[]
  readonly deal: Deal | null
  readonly totals: readonly number[]
}

export interface Deal {
  readonly number: number
  readonly id: string
  readonly phase: string
  readonly trump: Suit | 'N' | null
  readonly hands: readonly (readonly string[])[] | null
  readonly table: readonly CardPlay[]
  readonly tricksTaken: readonly number[]
  readonly points: readonly number[]
  readonly rows: readonly Row[] | null
  readonly out: readonly number[]
  readonly talon: readonly string[]
  readonly talonTaker: number | null
  readonly sale: { readonly minimum: number; readonly high: number } | null
  readonly oddCard: string | null
}

export interface CardPlay {
  readonly seat: number
  readonly card: string
}

export interface Row {
  readonly suit: Suit
  readonly cards: readonly string[]
}

export interface Entry {
  readonly seq: number
  readonly effects: readonly Effect[]
}

export interface Effect {
  readonly kind: string
  readonly seat: number | null
  readonly number: number | null
  readonly leader: number | null
  readonly cards: readonly string[] | null
  readonly points: readonly number[] | null
}

export interface Rules {
  readonly direction: string
  readonly removed: readonly string[]
  readonly deals: readonly DealRules[]
  readonly ending: object | null
}

export type DealRules = TrickDeal | LotteryDeal

export interface TrickDeal {
  readonly kind: 'tricks'
  readonly id: string
  readonly name: Text
  readonly trick: number
  readonly cards: readonly { readonly cards: readonly string[]; readonly points: number }[]
  readonly tricks: readonly { readonly number: number; readonly points: number }[]
}

export interface LotteryDeal {
  readonly kind: 'lottery'
  readonly id: string
  readonly name: Text
  readonly prizes: readonly number[]
}

/** Whether nothing will happen in it any more. */
export function isOver(match: Match): boolean {
  return match.status === 'finished' || match.status === 'void'
}
