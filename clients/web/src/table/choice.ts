// What a seat is asked, put so that one can tap it: any kind of move is made of these parts.

import type { LegalMoves } from './match.ts'

/** A number to say, and the verb that goes before it. */
export interface Range {
  readonly verb: string
  readonly minimum: number
  readonly maximum: number
}

export interface Choice {
  readonly kind: string
  /** By card, the move that tapping it makes. */
  readonly taps: ReadonlyMap<string, string>
  /** How many cards are to be chosen and sent together; null: none. */
  readonly pick: { readonly verb: string; readonly count: number } | null
  /** The numbers that may be said; null: none. */
  readonly range: Range | null
  /** Moves for which there is a button each. */
  readonly buttons: readonly string[]
}

/** Returns the parts of what a seat is asked. */
export function choiceOf(asked: LegalMoves): Choice {
  const cards = new Set(asked.cards.map(({ card }) => card))
  const taps = new Map<string, string>()
  const buttons: string[] = []
  for (const move of asked.moves) {
    const [, argument, ...more] = move.split(' ')
    if (argument !== undefined && more.length === 0 && cards.has(argument)) taps.set(argument, move)
    else buttons.push(move)
  }
  const { choose, number } = asked
  return {
    kind: asked.kind,
    taps,
    pick: choose == null ? null : { verb: asked.kind.toLowerCase(), count: choose },
    range: number == null ? null : { verb: number.kind.toLowerCase(), minimum: number.minimum, maximum: number.maximum },
    buttons,
  }
}

/** The cards that are chosen after one is tapped: taken back, added, or put in for the last. */
export function picked(chosen: readonly string[], card: string, count: number): readonly string[] {
  if (chosen.includes(card)) return chosen.filter((at) => at !== card)
  return [...chosen.slice(0, count - 1), card]
}

/** A sensible step for a number: a fifth of a round hundred where there is room for it. */
export function stepOf({ minimum, maximum }: Range): number {
  return maximum - minimum >= 100 ? 5 : 1
}
