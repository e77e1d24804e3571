// What the overlay shows at this moment, as signals that its parts follow.

import { signal } from '@preact/signals'
import type { Connection } from '../../ui/follow.ts'
import type { CardPlay, Effect, Match, Rules } from './match.ts'

/** How long a finished trick lies open before it goes to its taker. */
const OPEN_MS = 1500
/** How long it is on its way. */
const SWEEP_MS = 300

export interface TakenTrick {
  readonly plays: readonly CardPlay[]
  readonly taker: number
  /** Whether it is on its way to its taker. */
  readonly leaves: boolean
}

/** Holds the scene; each part changes by itself. */
export class Stage {
  readonly match = signal<Match | null>(null)
  readonly rules = signal<Rules | null>(null)
  readonly taken = signal<TakenTrick | null>(null)
  readonly connection = signal<Connection>({ state: 'connecting' })
  readonly heardMs = signal(Date.now())
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Show a match, unless it is older than the one shown. */
  show(match: Match): void {
    const shown = this.match.value
    if (shown?.id === match.id && shown.version > match.version) return
    this.match.value = match
  }

  /** Show another match, or the same one from another log. */
  clear(): void {
    clearTimeout(this.timer)
    this.match.value = null
    this.rules.value = null
    this.taken.value = null
  }

  heard(): void {
    this.heardMs.value = Date.now()
  }

  /** Let a trick lie open for a while and go to its taker; another one takes its place at once. */
  take(effect: Effect, players: number): void {
    if (effect.kind !== 'trick_taken' || effect.cards === null || effect.leader === null || effect.seat === null) return
    const { cards, leader, seat } = effect
    const plays = cards.map((card, at) => ({ seat: (leader + at) % players, card }))
    clearTimeout(this.timer)
    this.taken.value = { plays, taker: seat, leaves: false }
    this.timer = setTimeout(() => {
      this.taken.value = { plays, taker: seat, leaves: true }
      this.timer = setTimeout(() => (this.taken.value = null), SWEEP_MS)
    }, OPEN_MS)
  }
}
