// Follows the log of a match, whatever becomes of the connection: no entry is lost or doubled.

/** One item of a match's feed, as `MatchEvents` gives it. */
export interface FeedItem<Match, Entry> {
  readonly kind: string
  readonly seq: number
  readonly cursor?: string | null
  readonly serverTimeMs?: number | null
  readonly reason?: string | null
  readonly match?: Match | null
  readonly entry?: Entry | null
}

/** Where the items come from. */
export interface Feed<Item> {
  /** Open the feed after a cursor; null begins with a snapshot, `0` with the first entry. */
  open(after: string | null): AsyncIterator<Item>
  /** Throw away the connection below it, which may be dead though nobody has said so. */
  drop(): void
}

/** How it stands with the feed; the moments are by this machine's clock, in ms. */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting' | 'offline'; readonly sinceMs: number }
  | { readonly state: 'ended' }
  | { readonly state: 'refused'; readonly code: string }

/** Who wants to know. */
export interface Listener<Match, Entry> {
  /** The next entry of the log; each comes once, in order. */
  entry(entry: Entry, seq: number): void
  /** The match as it stands: what follows goes on from it. */
  snapshot?(match: Match, seq: number): void
  /** The log is another than the one told so far: forget all of it. */
  reset(): void
  connection(now: Connection): void
  /** The service's clock, ms of Unix time. */
  time?(serverTimeMs: number): void
}

/** The world around it, so that tests need not wait. */
export interface Surroundings {
  now(): number
  /** A number from 0 up to 1. */
  random(): number
  /** Whether the machine says that it has a network. */
  online(): boolean
  /** Call back after so many ms; returns how to call it off. */
  later(ms: number, then: () => void): () => void
}

/** A feed that is followed. */
export interface Following {
  /** Do not wait any longer for the next attempt: the network is back, or the page is seen again. */
  wake(): void
  stop(): void
}

/** Heartbeats come every 15 seconds; after this long without an item the connection is dead. */
export const SILENCE_MS = 20_000
export const LONGEST_PAUSE_MS = 30_000
const FIRST_PAUSE_MS = 500

/** Codes that a later attempt would meet again. */
const FINAL = new Set([
  'MATCH_NOT_FOUND', 'NOT_FOR_SPECTATORS', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_INPUT', 'ACCOUNT_BANNED',
])
const OTHER_LOGS = new Set(['AHEAD_OF_LOG', 'OTHER_LOG'])

const browser: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  later: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

/** Why a feed was left: what it said, or how it broke. */
type Parting = { kind: 'ended' | 'anew' | 'cut' } | { kind: 'failed'; fault: unknown }

/** Follow a feed from a cursor (`0`: the whole log; null: a snapshot first) until it ends. */
export function follow<Match, Entry>(
  feed: Feed<FeedItem<Match, Entry>>,
  from: '0' | null,
  listener: Listener<Match, Entry>,
  world: Surroundings = browser,
): Following {
  const follower = new Follower(feed, from, listener, world)
  void follower.run()
  return follower
}

class Follower<Match, Entry> implements Following {
  private readonly feed: Feed<FeedItem<Match, Entry>>
  private readonly from: '0' | null
  private readonly listener: Listener<Match, Entry>
  private readonly world: Surroundings
  private cursor: string | null
  private seq = 0
  private failures = 0
  private lostMs: number | null = null
  private stopped = false
  private interrupt: (why: 'stopped' | 'woken') => void = () => {}

  constructor(
    feed: Feed<FeedItem<Match, Entry>>,
    from: '0' | null,
    listener: Listener<Match, Entry>,
    world: Surroundings,
  ) {
    this.feed = feed
    this.from = from
    this.listener = listener
    this.world = world
    this.cursor = from
  }

  async run(): Promise<void> {
    this.listener.connection({ state: 'connecting' })
    while (!this.stopped) {
      const parting = await this.attend()
      if (this.stopped) return
      if (parting.kind === 'anew') continue
      if (parting.kind === 'ended') return this.listener.connection({ state: 'ended' })
      const { code, retryAfterMs } = reasonOf(parting)
      if (FINAL.has(code)) return this.listener.connection({ state: 'refused', code })
      this.tellLost()
      await this.pause(retryAfterMs)
    }
  }

  wake(): void {
    this.interrupt('woken')
  }

  stop(): void {
    this.stopped = true
    this.interrupt('stopped')
  }

  /** Take items until the feed ends, breaks, or is silent for too long. */
  private async attend(): Promise<Parting> {
    const items = this.feed.open(this.cursor)
    try {
      for (;;) {
        const next = await this.orSilence(items.next())
        if (next === null) {
          if (!this.stopped) this.feed.drop()
          return { kind: 'cut' }
        }
        if (next.done === true) return { kind: 'cut' }
        const parting = this.take(next.value)
        if (parting !== null) return parting
      }
    } catch (fault) {
      return { kind: 'failed', fault }
    } finally {
      leave(items)
    }
  }

  private take(item: FeedItem<Match, Entry>): Parting | null {
    if (item.serverTimeMs != null) this.listener.time?.(item.serverTimeMs)
    const parting = item.kind === 'SNAPSHOT' ? this.takeSnapshot(item) : this.takeEntry(item)
    if (parting?.kind === 'cut') return parting
    this.failures = 0
    if (this.lostMs !== null || parting === null) this.tellLive()
    return item.kind === 'END' ? { kind: 'ended' } : parting
  }

  private takeSnapshot(item: FeedItem<Match, Entry>): Parting | null {
    const known = this.cursor !== null && this.cursor !== '0'
    if (known || OTHER_LOGS.has(item.reason ?? '')) this.listener.reset()
    this.seq = item.seq
    this.cursor = item.cursor ?? null
    if (this.from === '0') {
      this.seq = 0
      this.cursor = '0'
      return { kind: 'anew' }
    }
    if (item.match != null) this.listener.snapshot?.(item.match, item.seq)
    return null
  }

  private takeEntry(item: FeedItem<Match, Entry>): Parting | null {
    if (item.kind !== 'ENTRY' || item.entry == null || item.seq <= this.seq) return null
    if (item.seq > this.seq + 1) return { kind: 'cut' } // something is missing: ask for it again
    this.seq = item.seq
    this.cursor = item.cursor ?? String(item.seq)
    this.listener.entry(item.entry, item.seq)
    return null
  }

  private tellLive(): void {
    if (this.lostMs === null && this.told === 'live') return
    this.lostMs = null
    this.tell({ state: 'live' })
  }

  private tellLost(): void {
    this.lostMs ??= this.world.now()
    this.tell({ state: this.world.online() ? 'reconnecting' : 'offline', sinceMs: this.lostMs })
  }

  private told: Connection['state'] = 'connecting'

  private tell(connection: Connection): void {
    this.told = connection.state
    this.listener.connection(connection)
  }

  /** Wait for an item; null when none comes in time, or when it is no longer wanted. */
  private orSilence<T>(next: Promise<T>): Promise<T | null> {
    return new Promise((settle, fail) => {
      const calledOff = this.world.later(SILENCE_MS, () => settle(null))
      this.interrupt = (why) => why === 'stopped' && settle(null)
      next.then(settle, fail).finally(calledOff)
    })
  }

  private pause(askedMs: number | null): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, 16))
    this.failures += 1
    const ms = Math.min(LONGEST_PAUSE_MS, Math.max(askedMs ?? 0, longest * (0.5 + this.world.random() / 2)))
    return new Promise((settle) => {
      const calledOff = this.world.later(ms, settle)
      this.interrupt = () => {
        calledOff()
        settle()
      }
    })
  }
}

function reasonOf(parting: Parting): { code: string; retryAfterMs: number | null } {
  const fault: { code?: unknown; retryAfterMs?: unknown } =
    parting.kind === 'failed' && typeof parting.fault === 'object' && parting.fault !== null ? parting.fault : {}
  return {
    code: typeof fault.code === 'string' ? fault.code : 'OFFLINE',
    retryAfterMs: typeof fault.retryAfterMs === 'number' ? fault.retryAfterMs : null,
  }
}

/** End an iterator without waiting for it; one that has failed already has nothing more to say. */
function leave(items: AsyncIterator<unknown>): void {
  items.return?.().then(undefined, () => undefined)
}
