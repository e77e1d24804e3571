// What the overlay shows at this moment, as signals that its parts follow.

import { signal } from '@preact/signals'
import type { Connection } from '../../ui/follow.ts'
import type { CardPlay, Effect, Match, Rules } from './match.ts'

/** How long a finished trick lies open before it goes to its taker. */
const OPEN_MS = 1500
/** How long it is on its way. */
const SWEEP_MS = 300

/** How long the points of a finished deal are shown. */
const SCORED_MS = 5000

/** A deal that has just ended: its number in the match, from 1, and its points by seat. */
export interface ScoredDeal {
  readonly number: number
  readonly points: readonly number[]
}

export interface TakenTrick {
  readonly plays: readonly CardPlay[]
  readonly taker: number
  /** Whether it is on its way to its taker. */
  readonly leaves: boolean
}

type Timer = ReturnType<typeof setTimeout> | undefined

/** Holds the scene; each part changes by itself. */
export class Stage {
  readonly match = signal<Match | null>(null)
  readonly rules = signal<Rules | null>(null)
  readonly taken = signal<TakenTrick | null>(null)
  readonly scored = signal<ScoredDeal | null>(null)
  readonly connection = signal<Connection>({ state: 'connecting' })
  readonly heardMs = signal(Date.now())
  private takenTimer: Timer
  private scoredTimer: Timer

  /** Show a match, unless it is older than the one shown. */
  show(match: Match): void {
    const shown = this.match.value
    if (shown?.id === match.id && shown.version > match.version) return
    this.match.value = match
  }

  /** Show another match, or the same one from another log. */
  clear(): void {
    clearTimeout(this.takenTimer)
    clearTimeout(this.scoredTimer)
    this.match.value = null
    this.rules.value = null
    this.taken.value = null
    this.scored.value = null
  }

  heard(): void {
    this.heardMs.value = Date.now()
  }

  /** Show for a while what an entry tells and the next match does not show any more. */
  tell({ kind, seat, leader, cards, number, points }: Effect, players: number): void {
    if (kind === 'trick_taken' && seat !== null && leader !== null && cards !== null) {
      this.take(seat, leader, cards, players)
    }
    if (kind === 'deal_scored' && number !== null && points !== null) this.score({ number, points })
  }

  /** Let a trick lie open and go to its taker; another one takes its place at once. */
  private take(seat: number, leader: number, cards: readonly string[], players: number): void {
    const plays = cards.map((card, at) => ({ seat: (leader + at) % players, card }))
    clearTimeout(this.takenTimer)
    this.taken.value = { plays, taker: seat, leaves: false }
    this.takenTimer = setTimeout(() => {
      this.taken.value = { plays, taker: seat, leaves: true }
      this.takenTimer = setTimeout(() => (this.taken.value = null), SWEEP_MS)
    }, OPEN_MS)
  }

  private score(deal: ScoredDeal): void {
    clearTimeout(this.scoredTimer)
    this.scored.value = deal
    this.scoredTimer = setTimeout(() => (this.scored.value = null), SCORED_MS)
  }
}
