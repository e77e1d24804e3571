// A match gone through again: its log, and how it stood at each entry through one seat's eyes.

import { effect, signal, type ReadonlySignal } from '@preact/signals'
import { Unanswered, type Api } from '../../../ui/api.ts'
import { MatchAtDocument } from '../../../ui/generated/operations.ts'
import type { Entry, MatchThen, Play } from './match.ts'
import type { Refused } from './moves.ts'
import type { Taking } from './stage.ts'
import type { TableState } from './state.ts'

const STEP_MS = 900
const AHEAD = 3

export class Replay {
  private readonly state: TableState
  private readonly seen = new Map<string, Promise<MatchThen | Refused>>()
  private readonly place = signal(0)
  private readonly through = signal<number | null>(null)
  private readonly shown = signal<MatchThen | null>(null)
  private readonly fault = signal<Refused | null>(null)
  private readonly running = signal(false)
  private timer: ReturnType<typeof setTimeout> | null = null
  private readonly stops: (() => void)[] = []

  constructor(state: TableState) {
    this.state = state
  }

  /** The version that is wanted. */
  get at(): ReadonlySignal<number> {
    return this.place
  }

  /** Through which seat's eyes; null: the viewer's own. */
  get eyes(): ReadonlySignal<number | null> {
    return this.through
  }

  /** The match as it stood, of the newest version that has come; null before the first. */
  get then(): ReadonlySignal<MatchThen | null> {
    return this.shown
  }

  get refused(): ReadonlySignal<Refused | null> {
    return this.fault
  }

  get isRunning(): ReadonlySignal<boolean> {
    return this.running
  }

  /** The first version with cards; 0 while the log has not come so far. */
  get first(): number {
    return this.state.log.find(({ effects }) => effects.some(({ kind }) => kind === 'DEAL_STARTED'))?.seq ?? 0
  }

  get last(): number {
    return this.state.log.length
  }

  /** The versions at which deals start. */
  get deals(): readonly number[] {
    return this.state.log.filter(({ effects }) => effects.some(({ kind }) => kind === 'DEAL_STARTED')).map(({ seq }) => seq)
  }

  /** Begin at the first deal, as soon as the log has come so far. */
  start(): void {
    this.stops.push(
      effect(() => {
        if (this.state.seq.value > 0 && this.place.peek() === 0 && this.first > 0) this.go(this.first)
      }),
      effect(() => {
        const match = this.state.match.value
        const mayChoose = match?.game?.result != null && match.viewerSeat === null
        if (mayChoose && this.through.peek() === null) this.look(0) // else a spectator sees no hand at all
      }),
    )
  }

  stop(): void {
    for (const stop of this.stops) stop()
    this.pause()
  }

  /** Show the match at a version. */
  go(version: number): void {
    const within = Math.min(this.last, Math.max(this.first, version))
    if (within === this.place.peek() && this.shown.peek() !== null) return
    this.place.value = within
    void this.show()
  }

  look(seat: number | null): void {
    this.through.value = seat
    if (this.place.peek() > 0) void this.show()
  }

  /** Go on by itself, from the beginning where it is at its end. */
  run(): void {
    if (this.place.value >= this.last) this.go(this.first)
    this.running.value = true
    this.tick()
  }

  toggle(): void {
    if (this.running.value) this.pause()
    else this.run()
  }

  /** The version at which the next deal starts, or the last. */
  nextDeal(): number {
    return this.deals.find((seq) => seq > this.place.value) ?? this.last
  }

  /** The version at which this deal started, or the one before where it is just starting. */
  previousDeal(): number {
    return [...this.deals].reverse().find((seq) => seq < this.place.value) ?? this.first
  }

  pause(): void {
    this.running.value = false
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  /** The entry that made the version which is shown. */
  entry(): Entry | undefined {
    return this.state.log[(this.shown.value?.version ?? 0) - 1]
  }

  private tick(): void {
    this.timer = setTimeout(() => {
      if (this.place.value >= this.last) return this.pause()
      if (this.shown.value?.version === this.place.value) this.go(this.place.value + 1)
      this.tick()
    }, STEP_MS)
  }

  private async show(): Promise<void> {
    const [version, seat] = [this.place.peek(), this.through.peek()]
    const found = await this.read(version, seat)
    if (version !== this.place.peek() || seat !== this.through.peek()) return
    if ('code' in found) {
      this.fault.value = found
      this.pause()
      return
    }
    this.fault.value = null
    this.shown.value = found
    for (let ahead = 1; ahead <= AHEAD && version + ahead <= this.last; ahead += 1) void this.read(version + ahead, seat)
  }

  private read(version: number, seat: number | null): Promise<MatchThen | Refused> {
    const name = `${seat ?? ''}:${version}`
    const known = this.seen.get(name)
    if (known !== undefined) return known
    const reading = ask(this.state.api, this.state.id, version, seat)
    this.seen.set(name, reading)
    void reading.then((found) => 'code' in found && this.seen.delete(name))
    return reading
  }
}

async function ask(api: Api, matchId: string, version: number, seat: number | null): Promise<MatchThen | Refused> {
  try {
    const { matchAt: answer } = await api.run(MatchAtDocument, { matchId, version, seat })
    if (answer?.__typename === 'MatchThen') return answer.match
    const { code, message } = answer ?? { code: 'INTERNAL', message: '' }
    return { code, message, section: null, suit: null }
  } catch (fault) {
    if (!(fault instanceof Unanswered)) throw fault
    return { code: fault.code, message: fault.message, section: null, suit: null }
  }
}

/** What lay on the table after an entry: the trick that it has completed, too. */
export function tableAfter(then: MatchThen, entry: Entry | undefined): { plays: readonly Play[]; taking: Taking | null } {
  const taken = entry?.effects.find(({ kind }) => kind === 'TRICK_TAKEN')
  if (taken?.cards == null || taken.leader == null || taken.seat == null) {
    return { plays: then.game?.deal?.table ?? [], taking: null }
  }
  const { cards, leader, seat, points } = taken
  const plays = cards.map((card, at) => ({ seat: (leader + at) % then.seats.length, card }))
  return { plays, taking: { seat, points: points?.[seat] ?? 0, isSwept: false } }
}
