// A match before it starts, kept up to date by its feed.

import { signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Api } from '../../../ui/api.ts'
import { follow, type Following } from '../../../ui/follow.ts'
import {
  LobbyDocument,
  MatchEventsDocument,
  type LobbyQuery,
  type MatchEventsSubscription,
} from '../../../ui/generated/operations.ts'
import { isReached } from '../reach.ts'

export type Table = NonNullable<LobbyQuery['match']>
export type SeatAtTable = Table['seats'][number]
export type Entry = NonNullable<MatchEventsSubscription['matchEvents']['entry']>

const PRESENCE_MS = 20_000

/** What is known of a table: `loading`, `missing`, or how it stands. */
export type Known =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; fault: unknown }
  | { state: 'known'; table: Table }

export interface Lobby {
  readonly known: ReadonlySignal<Known>
  /** The last thing that has happened, with the table as it was before. */
  readonly news: ReadonlySignal<{ entry: Entry; before: Table } | null>
  /** Read the table now. */
  readonly reload: () => Promise<void>
}

/** Follow a table for as long as it waits; afterwards it stays as it was last read. */
export function useLobby(api: Api, id: string): Lobby {
  const lobby = useMemo(() => new FollowedLobby(api, id), [api, id])
  useEffect(() => lobby.run(), [lobby])
  return lobby
}

class FollowedLobby implements Lobby {
  readonly known = signal<Known>({ state: 'loading' })
  readonly news = signal<{ entry: Entry; before: Table } | null>(null)
  readonly #api: Api
  readonly #id: string
  #following: Following | null = null
  #asked = 0

  constructor(api: Api, id: string) {
    this.#api = api
    this.#id = id
  }

  readonly reload = async (): Promise<void> => {
    const asked = ++this.#asked
    try {
      const { match } = await this.#api.run(LobbyDocument, { id: this.#id })
      if (asked === this.#asked) this.#take(match)
    } catch (fault) {
      if (asked === this.#asked && this.known.value.state !== 'known') {
        this.known.value = { state: 'failed', fault }
      }
    }
  }

  run(): () => void {
    const timer = setInterval(() => {
      if (this.#following && document.visibilityState === 'visible') void this.reload()
    }, PRESENCE_MS)
    const unwatch = isReached.subscribe((reached) => {
      if (!reached) return
      void this.reload()
      this.#following?.wake()
    })
    return () => {
      clearInterval(timer)
      unwatch()
      this.#stop()
      this.#asked += 1
    }
  }

  #take(table: Table | null): void {
    this.known.value = table === null ? { state: 'missing' } : { state: 'known', table }
    if (table?.status !== 'LOBBY') this.#stop()
    else this.#following ??= this.#follow()
  }

  #follow(): Following {
    const open = (after: string | null) => items(this.#api, this.#id, after)
    return follow({ open, drop: () => this.#api.drop() }, null, {
      entry: (entry: Entry) => {
        const { value } = this.known
        if (value.state === 'known') this.news.value = { entry, before: value.table }
        void this.reload()
      },
      snapshot: () => void this.reload(),
      reset: () => undefined, // the snapshot that follows is read whole
      connection: () => undefined, // the page tells by itself when the service is away
    })
  }

  #stop(): void {
    this.#following?.stop()
    this.#following = null
  }
}

async function* items(api: Api, matchId: string, after: string | null) {
  for await (const { matchEvents } of api.follow(MatchEventsDocument, { matchId, after })) yield matchEvents
}
