// The service over REST, with the rights of an overlay key, or of anybody.

import type { FeedItem } from '../../ui/follow.ts'
import { Unanswered } from '../../ui/api.ts'
import type { Entry, Match, Rules } from './match.ts'

const WAIT_MS = 20_000
const SAMPLE_PLAYERS = 4

interface Page {
  readonly items: readonly Match[]
}

interface RuleSets {
  readonly items: readonly { readonly games: readonly (Rules & { readonly players: number })[] }[]
}

/** The connection of a feed. */
export interface Wire {
  readonly signal: AbortSignal
  /** The service has answered, and would tell at once what is new. */
  opened(): void
}

/** A refusal, by RFC 9457. */
interface Problem {
  readonly code?: string
  readonly retryAfterMs?: number | null
}

/** Reads matches; whatever goes wrong is Unanswered, whose texts never hold an address. */
export class Service {
  private readonly api: string
  private readonly key: string | null
  private aheadMs = 0

  constructor(api: string, key: string | null) {
    this.api = api
    this.key = key
  }

  /** Returns the time by the service's clock at a moment of this machine's, both ms of Unix time. */
  at(localMs: number): number {
    return localMs + this.aheadMs
  }

  /** The service has told its time. */
  setClock(serverTimeMs: number): void {
    this.aheadMs = serverTimeMs - Date.now()
  }

  match(id: string): Promise<Match> {
    return this.read<Match>(`/v1/matches/${encodeURIComponent(id)}`)
  }

  rules(id: string): Promise<Rules> {
    return this.read<Rules>(`/v1/matches/${encodeURIComponent(id)}/rules`)
  }

  /** Returns the rules of the first rule set for four, with its defaults. */
  async sampleRules(): Promise<Rules> {
    const { items } = await this.read<RuleSets>('/v1/rule-sets')
    const rules = items.flatMap(({ games }) => games).find(({ players }) => players === SAMPLE_PLAYERS)
    return rules ?? offline()
  }

  /** Returns the newest matches of the key's account, the newest one first. */
  async matches(): Promise<readonly Match[]> {
    return (await this.read<Page>('/v1/matches', { first: '20' })).items
  }

  /** Yields the items of a match's feed, after a cursor or from a snapshot of now; tells when it is open. */
  async *events(id: string, after: string | null, wire: Wire): AsyncGenerator<FeedItem<Match, Entry>> {
    const answer = await this.ask(`/v1/matches/${encodeURIComponent(id)}/events`, after === null ? {} : { after }, {
      headers: { accept: 'application/x-ndjson' },
      signal: wire.signal,
    })
    wire.opened()
    for await (const line of lines(answer)) {
      const item = JSON.parse(line) as FeedItem<Match, Entry>
      yield { ...item, kind: item.kind.toUpperCase(), reason: item.reason?.toUpperCase() ?? null }
    }
  }

  private async read<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.ask(path, query, { signal: AbortSignal.timeout(WAIT_MS) })
    return (await answer.json().catch(offline)) as Answer
  }

  private async ask(path: string, query: Record<string, string>, init: RequestInit): Promise<Response> {
    const all = new URLSearchParams(this.key === null ? query : { ...query, key: this.key })
    const answer = await fetch(`${this.api}${path}?${all}`, { ...init, referrerPolicy: 'no-referrer' }).catch(offline)
    const time = Number(answer.headers.get('server-time-ms'))
    if (time > 0) this.setClock(time)
    if (!answer.ok) throw await refusal(answer)
    return answer
  }
}

async function refusal(answer: Response): Promise<Unanswered> {
  const problem = (await answer.json().catch(() => ({}))) as Problem
  return new Unanswered(problem.code ?? `HTTP_${answer.status}`, 'refused', problem.retryAfterMs ?? null)
}

function offline(): never {
  throw new Unanswered('OFFLINE', 'There was no answer.')
}

async function* lines(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read().catch(offline)
      if (done) return
      const whole = (rest + value).split('\n')
      rest = whole.pop() ?? ''
      yield* whole.filter((line) => line !== '')
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
