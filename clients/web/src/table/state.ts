// One match as this person sees it: read whenever the log has grown, and what he does in it.

import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { Unanswered, type Api } from '../../../ui/api.ts'
import { follow, type Connection, type Following } from '../../../ui/follow.ts'
import { MatchDocument, MatchEventsDocument, MatchRulesDocument } from '../../../ui/generated/operations.ts'
import type { Entry, LegalMoves, Match, Play, Rules } from './match.ts'
import { sendMove, type Refused } from './moves.ts'
import { Stage } from './stage.ts'

/** A move that is under way. */
export interface Pending {
  readonly text: string
  /** The decision that it answers. */
  readonly decision: number | null
}

const PRESENCE_MS = 20_000
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 15_000

export class TableState {
  readonly id: string
  readonly api: Api
  readonly stage = new Stage()
  /** Every entry of the log that has come, the first one first; `seq` tells when it grows. */
  readonly log: Entry[] = []
  private readonly read = signal<Match | null>(null)
  private readonly pinned = signal<Rules | null>(null)
  private readonly newest = signal(0)
  private readonly link = signal<Connection>({ state: 'connecting' })
  private readonly moving = signal<Pending | null>(null)
  private readonly refusal = signal<Refused | null>(null)
  private readonly missing = signal<string | null>(null)
  private following: Following | null = null
  private isReading = false
  private isWanted = false
  private isStopped = false
  private presenceTimer: ReturnType<typeof setInterval> | null = null

  constructor(id: string, api: Api) {
    this.id = id
    this.api = api
  }

  readonly match: ReadonlySignal<Match | null> = this.read
  readonly rules: ReadonlySignal<Rules | null> = this.pinned
  readonly seq: ReadonlySignal<number> = this.newest
  readonly connection: ReadonlySignal<Connection> = this.link
  readonly pending: ReadonlySignal<Pending | null> = this.moving
  /** Why the last thing that was tried is not done; null once something else is. */
  readonly refused: ReadonlySignal<Refused | null> = this.refusal
  /** The code for which the match cannot be shown at all; null while it can. */
  readonly unseen: ReadonlySignal<string | null> = this.missing

  /** What this seat is asked, unless its answer is under way. */
  readonly asked: ReadonlySignal<LegalMoves | null> = computed(() =>
    this.moving.value === null ? (this.read.value?.legalMoves ?? null) : null,
  )

  /** The log as it is now; what shows it follows it. */
  logNow(): readonly Entry[] {
    return this.log.slice(0, this.newest.value)
  }

  /** Read the match, and follow it from its first entry on. */
  start(): void {
    void this.readRules()
    this.wantRead()
    const { api, id } = this
    this.following = follow<unknown, Entry>(
      {
        open: (after) => itemsOf(api.follow(MatchEventsDocument, { matchId: id, after })),
        drop: () => api.drop(),
      },
      '0',
      {
        entry: (entry) => this.entered(entry),
        reset: () => this.reset(),
        connection: (now) => {
          this.link.value = now
          if (now.state === 'live' || now.state === 'ended') this.wantRead()
          if (now.state === 'refused') this.missing.value = now.code
        },
      },
    )
    this.presenceTimer = setInterval(() => this.lookWhoIsThere(), PRESENCE_MS)
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
  }

  stop(): void {
    this.isStopped = true
    this.following?.stop()
    this.stage.stop()
    if (this.presenceTimer !== null) clearInterval(this.presenceTimer)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
  }

  /** Make a move of this seat; what it came to is in `pending`, `match` and `refused`. */
  async move(text: string): Promise<void> {
    const match = this.read.value
    if (match === null || this.moving.value !== null) return
    const pending: Pending = { text, decision: match.decisionVersion ?? null }
    this.moving.value = pending
    this.refusal.value = null
    this.stage.hurry()
    const at = { matchId: this.id, version: match.version }
    const refused = await sendMove(this.api, at, text, () => !this.isStopped)
    if (refused === null) return this.wantRead()
    await this.readOnce().catch(() => undefined) // the reading that goes on finds out
    if (this.moving.value === pending) {
      this.moving.value = null
      if (refused.code !== 'STALE_VERSION') this.refusal.value = refused
    }
  }

  /** Tell why something that the person has tried is not to be done; null takes it back. */
  tell(refused: Refused | null): void {
    this.refusal.value = refused
  }

  /** Do something to the match, and read it again; throws Unanswered. */
  async act<Answer>(what: (api: Api) => Promise<Answer>): Promise<Answer> {
    const answer = await what(this.api)
    this.wantRead()
    return answer
  }

  private readonly wake = (): void => {
    if (document.visibilityState === 'visible') this.following?.wake()
  }

  private lookWhoIsThere(): void {
    const isPlaying = this.read.value?.status === 'PLAYING'
    if (isPlaying && this.link.value.state === 'live' && document.visibilityState === 'visible') this.wantRead()
  }

  private entered(entry: Entry): void {
    this.log.push(entry)
    this.newest.value = entry.seq
    if (this.read.value !== null) this.stage.take(entry)
    if (this.read.value !== null && entry.seq > this.read.value.version) this.wantRead()
  }

  private reset(): void {
    this.log.length = 0
    this.newest.value = 0
    this.read.value = null
    this.moving.value = null
    this.wantRead()
  }

  private wantRead(): void {
    this.isWanted = true
    if (!this.isReading) void this.readOn()
  }

  /** Read until the match is as new as the newest entry; what is asked for meanwhile is one more reading. */
  private async readOn(): Promise<void> {
    this.isReading = true
    for (let failures = 0; this.isWanted && !this.isStopped; ) {
      this.isWanted = false
      try {
        await this.readOnce()
        failures = 0
      } catch (fault) {
        if (!(fault instanceof Unanswered)) throw fault
        this.isWanted = true
        await pause(Math.max(fault.retryAfterMs ?? 0, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)))
        failures += 1
      }
    }
    this.isReading = false
  }

  private async readOnce(): Promise<void> {
    const { match } = await this.api.run(MatchDocument, { id: this.id })
    if (this.isStopped) return
    if (match == null) this.missing.value = 'MATCH_NOT_FOUND'
    else this.take(match)
  }

  private take(match: Match): void {
    const before = this.read.value
    if (before !== null && match.version < before.version) return
    this.read.value = match
    this.missing.value = null
    const table = match.game?.deal?.table ?? []
    if (before === null) this.begin(table, match.version)
    else this.stage.settle(table, match.version)
    if (match.version < this.newest.value) this.wantRead() // the log has grown meanwhile
    const pending = this.moving.value
    if (pending !== null && (match.decisionVersion ?? null) !== pending.decision) this.moving.value = null
    if (this.pinned.value === null && match.status !== 'LOBBY') void this.readRules()
  }

  /** Set the table as it was first read, and play what the log has told since. */
  private begin(table: readonly Play[], version: number): void {
    this.stage.set(table, version)
    for (const entry of this.log) this.stage.take(entry)
  }

  private async readRules(): Promise<void> {
    try {
      const { match } = await this.api.run(MatchRulesDocument, { id: this.id })
      this.pinned.value = match?.rules ?? null
    } catch (fault) {
      if (!(fault instanceof Unanswered)) throw fault // they are read again with the next state
    }
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The items of a subscription, without its name around each. */
function itemsOf<Item>(answers: AsyncIterator<{ matchEvents: Item }>): AsyncIterator<Item> {
  return {
    async next() {
      const { done, value } = await answers.next()
      return done ? { done, value: undefined } : { done: false, value: value.matchEvents }
    },
    async return() {
      await answers.return?.()
      return { done: true, value: undefined }
    },
  }
}
