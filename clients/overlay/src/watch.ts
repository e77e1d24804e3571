// Follows a match for ever, or one match of an account after the other.

import { follow, LONGEST_PAUSE_MS, type Feed, type FeedItem, type Following } from '../../ui/follow.ts'
import { Unanswered } from '../../ui/api.ts'
import { foremost } from './choice.ts'
import { isOver, type Entry, type Match } from './match.ts'
import type { Service } from './service.ts'
import type { Stage } from './scene.ts'

/** How often to look for the account's next match while none is played. */
const LOOK_MS = 5_000
/** The match is read so often at most, however fast its entries come. */
const READ_MS = 200
const FIRST_PAUSE_MS = 1_000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Show the match of an address, whatever becomes of the connection; never returns. */
export async function watchMatch(service: Service, stage: Stage, id: string): Promise<void> {
  let watch = new Watch(service, stage, id)
  for (;;) {
    await pause(LONGEST_PAUSE_MS)
    if (!watch.isRefused) continue
    watch.stop() // a key may be made valid again, and a match be opened to spectators
    watch = new Watch(service, stage, id)
  }
}

/** Show the newest match of the key's account, and go on with the next one; never returns. */
export async function watchAccount(service: Service, stage: Stage): Promise<void> {
  let watch = null as Watch | null
  for (let failures = 0; ; ) {
    try {
      const next = foremost(await service.matches(), stage.match.value)
      failures = 0
      if (watch === null || watch.isRefused) {
        stage.heard()
        stage.connection.value = { state: 'live' }
      }
      if (next !== undefined && (watch?.id !== next.id || watch.isRefused)) {
        watch?.stop()
        stage.clear()
        watch = new Watch(service, stage, next.id)
      }
    } catch (fault) {
      failures += 1
      if (watch === null || isRefusal(fault)) tellFault(stage, fault)
    }
    const usual = stage.match.value?.status === 'playing' ? LONGEST_PAUSE_MS : LOOK_MS
    await pause(Math.max(usual, backoff(failures)))
  }
}

/** One match that is followed, and read whenever something has come. */
class Watch {
  readonly id: string
  isRefused = false
  private readonly service: Service
  private readonly stage: Stage
  private readonly following: Following
  private wanted = 0
  private isReading = false
  private isStopped = false
  private readonly listening = new AbortController()

  constructor(service: Service, stage: Stage, id: string) {
    this.service = service
    this.stage = stage
    this.id = id
    this.following = follow(feedOf(service, stage, id), null, {
      entry: (entry, seq) => this.entered(entry, seq),
      snapshot: (match) => this.shown(match),
      reset: () => this.reset(),
      time: (ms) => {
        service.setClock(ms)
        stage.heard()
      },
      connection: (now) => {
        this.isRefused = now.state === 'refused'
        const keepsTelling = now.state === 'connecting' && stage.connection.value.state === 'refused'
        if (!keepsTelling) stage.connection.value = now
      },
    })
    addEventListener('online', () => this.following.wake(), { signal: this.listening.signal })
  }

  stop(): void {
    this.isStopped = true
    this.listening.abort()
    this.following.stop()
  }

  private reset(): void {
    this.wanted = 0
    this.stage.clear()
  }

  private entered(entry: Entry, seq: number): void {
    this.stage.heard()
    const players = this.stage.match.value?.players ?? 0
    for (const effect of entry.effects) this.stage.tell(effect, players)
    this.wanted = seq
    if (!this.isReading) void this.read()
  }

  private shown(match: Match): void {
    this.stage.heard()
    this.stage.show(match)
    if (!this.isReading) void this.read()
  }

  /** Read the match until it is as new as the newest entry, and its rules once it has begun. */
  private async read(): Promise<void> {
    this.isReading = true
    for (let failures = 0; this.isBehind() && !this.isStopped; ) {
      try {
        await this.readOnce()
        failures = 0
      } catch {
        failures += 1 // the feed finds out what is wrong and tells it
      }
      await pause(Math.max(READ_MS, backoff(failures)))
    }
    this.isReading = false
  }

  private isBehind(): boolean {
    const match = this.stage.match.value
    return match === null || match.version < this.wanted || this.stage.rules.value === null
  }

  private async readOnce(): Promise<void> {
    const version = this.stage.match.value?.version ?? -1
    if (version < this.wanted) {
      const match = await this.service.match(this.id)
      if (this.isStopped) return
      this.stage.show(match)
      if (isOver(match)) this.wanted = Math.min(this.wanted, match.version)
    }
    if (this.stage.rules.value === null) {
      const rules = await this.service.rules(this.id)
      if (!this.isStopped) this.stage.rules.value = rules
    }
  }
}

/** Returns a match's feed, as `follow` takes it; that it is open counts as heard, for nothing may be new. */
function feedOf(service: Service, stage: Stage, id: string): Feed<FeedItem<Match, Entry>> {
  const opened = () => {
    stage.heard()
    stage.connection.value = { state: 'live' }
  }
  let wire = new AbortController()
  return {
    open(after) {
      wire = new AbortController()
      return service.events(id, after, { signal: wire.signal, opened })
    },
    drop: () => wire.abort(),
  }
}

function tellFault(stage: Stage, fault: unknown): void {
  const code = fault instanceof Unanswered ? fault.code : 'OFFLINE'
  stage.connection.value = isRefusal(fault)
    ? { state: 'refused', code }
    : { state: 'reconnecting', sinceMs: stage.heardMs.value }
}

function isRefusal(fault: unknown): boolean {
  return fault instanceof Unanswered && ['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_BANNED', 'INVALID_INPUT'].includes(fault.code)
}

function backoff(failures: number): number {
  if (failures === 0) return 0
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 8))
  return longest * (0.5 + Math.random() / 2)
}
