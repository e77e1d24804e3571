// What lies on the table as it is shown: each card for itself, and a trick long enough to be seen.

import { signal, type ReadonlySignal } from '@preact/signals'
import { cardOf, type Entry, type Play } from './match.ts'

/** A deal that is over, told once between two deals. */
export interface Scored {
  readonly number: number
  readonly points: readonly number[]
  readonly totals: readonly number[]
}

/** Who takes the trick on the table, and what it brings him. */
export interface Taking {
  readonly seat: number
  readonly points: number
  /** Whether the cards are on their way to him. */
  readonly isSwept: boolean
}

type Beat =
  | { readonly kind: 'lay'; readonly play: Play }
  | { readonly kind: 'take'; readonly seat: number; readonly points: number }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'score'; readonly scored: Scored }

/** How long each beat is left to be seen before the next, ms. */
const HOLD_MS = { lay: 160, take: 900, sweep: 240, clear: 0, score: 1600 }
/** So many beats are waited for at most: whoever was away need not watch all he has missed. */
const PATIENCE = 14

export class Stage {
  private readonly plays = signal<readonly Play[]>([])
  private readonly taker = signal<Taking | null>(null)
  private readonly over = signal<Scored | null>(null)
  private queue: Beat[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private seq = 0

  /** The trick in the order of play. */
  get table(): ReadonlySignal<readonly Play[]> {
    return this.plays
  }

  /** Who is just taking the trick on the table; null while it is not complete. */
  get taking(): ReadonlySignal<Taking | null> {
    return this.taker
  }

  /** The deal that has just ended, until the first card of the next. */
  get scored(): ReadonlySignal<Scored | null> {
    return this.over
  }

  /** Show a table at once, as it is after an entry. */
  set(plays: readonly Play[], seq: number): void {
    this.stop()
    this.seq = seq
    this.plays.value = plays
    this.taker.value = null
    this.over.value = null
  }

  /** Agree with what was read of the match, where nothing more is to be shown before. */
  settle(plays: readonly Play[], seq: number): void {
    const isSame = plays.length === this.plays.value.length && plays.every((at, n) => at.card === this.plays.value[n]?.card)
    if (seq === this.seq && this.timer === null && !isSame) this.set(plays, seq)
  }

  /** Take up what an entry of the log tells. */
  take(entry: Entry): void {
    if (entry.seq <= this.seq) return
    this.seq = entry.seq
    this.queue.push(...beatsOf(entry))
    if (this.queue.length > PATIENCE) this.hurry()
    if (this.timer === null) this.next()
  }

  /** Leave out all waiting, since the person goes on already. */
  hurry(): void {
    const queue = this.queue
    this.stop()
    for (const beat of queue) this.show(beat)
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.queue = []
  }

  private next(): void {
    const beat = this.queue.shift()
    if (beat === undefined) {
      this.timer = null
      return
    }
    this.show(beat)
    this.timer = setTimeout(() => this.next(), HOLD_MS[beat.kind])
  }

  private show(beat: Beat): void {
    if (beat.kind === 'lay') {
      this.over.value = null
      this.plays.value = this.taker.value === null ? [...this.plays.value, beat.play] : [beat.play]
      this.taker.value = null
    } else if (beat.kind === 'take') this.taker.value = { ...beat, isSwept: false }
    else if (beat.kind === 'sweep') this.taker.value = this.taker.value && { ...this.taker.value, isSwept: true }
    else if (beat.kind === 'clear') {
      this.plays.value = []
      this.taker.value = null
    } else this.over.value = beat.scored
  }
}

function beatsOf(entry: Entry): Beat[] {
  const { seat } = entry.action
  const card = cardOf(entry)
  const isTrick = entry.next.phase === 'TRICKS' || entry.effects.some(({ kind }) => kind === 'TRICK_TAKEN')
  const beats: Beat[] = card !== null && seat != null && isTrick ? [{ kind: 'lay', play: { seat, card } }] : []
  for (const { kind, seat: who, number, points, totals } of entry.effects) {
    if (kind === 'TRICK_TAKEN' && who != null) {
      beats.push({ kind: 'take', seat: who, points: points?.[who] ?? 0 }, { kind: 'sweep' }, { kind: 'clear' })
    }
    if (kind === 'DEAL_SCORED' && number != null && points != null && totals != null) {
      beats.push({ kind: 'score', scored: { number, points, totals } })
    }
  }
  return beats
}
