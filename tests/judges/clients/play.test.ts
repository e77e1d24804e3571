/** The generated types play a whole match against house bots, and follow it by its feed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type ExecutionResult, print } from 'graphql'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

import * as api from '../generated/operations.ts'
import { graphqlUrl, socketUrl } from './service.ts'

type Item = api.MatchEventsSubscription['matchEvents']
type Entry = NonNullable<Item['entry']>

const SEAT = 0 // the maker's

/** Runs an operation over HTTP and returns its data, typed as the operation is. */
async function run<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  token?: string,
): Promise<Data> {
  const answer = await fetch(graphqlUrl, {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json',
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query: print(document), variables }),
  })
  const { data, errors } = (await answer.json()) as ExecutionResult<Data>
  assert(data && !errors, JSON.stringify(errors))
  return data
}

/** Returns an outcome that is of the type hoped for; the compiler then knows its fields. */
function hoped<Outcome extends { __typename: string }, Name extends Outcome['__typename']>(
  outcome: Outcome | null,
  name: Name,
): Extract<Outcome, { __typename: Name }> {
  assert.equal(outcome?.__typename, name, JSON.stringify(outcome))
  return outcome as Extract<Outcome, { __typename: Name }>
}

async function guest(name: string): Promise<string> {
  const { createGuest } = await run(api.CreateGuestDocument, { name })
  return hoped(createGuest, 'GuestToken').token
}

/** Makes a match of kurnik, starts it with three house bots, and returns its id. */
async function begun(token: string): Promise<string> {
  const input = { ruleSet: 'kurnik', players: 4, turnSeconds: null, botPaceMs: 0 }
  const { createMatch } = await run(api.CreateMatchDocument, { input }, token)
  const { id } = hoped(createMatch, 'MatchCreated').match
  const ready = { matchId: id, fillWithBots: true }
  const { startMatch } = await run(api.StartMatchDocument, ready, token)
  assert.equal(hoped(startMatch, 'MatchStarted').match.status, 'PLAYING')
  return id
}

/** Makes the first move that is allowed. */
async function move(id: string, token: string): Promise<void> {
  const { match } = await run(api.MatchDocument, { id }, token)
  const text = match?.legalMoves?.moves[0]
  assert(match && text, `nothing to choose in ${JSON.stringify(match)}`)
  const input: api.SubmitMoveInput = {
    matchId: id,
    expectedVersion: match.version,
    idempotencyKey: String(match.version),
    move: { text },
  }
  const { submitMove } = await run(api.SubmitMoveDocument, { input }, token)
  assert.equal(hoped(submitMove, 'MoveAccepted').entry.action.move, text)
}

/** Follows a match and moves whenever the seat is to act; returns the items to the end. */
async function played(id: string, token: string): Promise<Item[]> {
  const sockets = createClient({
    url: socketUrl,
    webSocketImpl: WebSocket,
    connectionParams: { token },
  })
  const query = print(api.MatchEventsDocument)
  const variables: api.MatchEventsSubscriptionVariables = { matchId: id, after: '0' }
  const items: Item[] = []
  const feed = sockets.iterate<api.MatchEventsSubscription>({ query, variables })
  for await (const { data, errors } of feed) {
    assert(data && !errors, JSON.stringify(errors))
    items.push(data.matchEvents)
    if (data.matchEvents.entry?.next?.seats.includes(SEAT)) await move(id, token)
  }
  await sockets.dispose()
  return items
}

test('a match of kurnik is played to its end', async () => {
  const token = await guest('Zosia')
  const id = await begun(token)

  const items = await played(id, token)

  const entries = items.map((item) => item.entry).filter((entry): entry is Entry => !!entry)
  const moves = entries.filter((entry) => entry.action.kind === 'MOVED')
  const effects = entries.flatMap((entry) => entry.effects)
  const ended = effects.find((effect) => effect.kind === 'MATCH_ENDED')
  const { match } = await run(api.MatchDocument, { id }, token)
  const { matchExport } = await run(api.MatchExportDocument, { matchId: id }, token)
  assert.equal(items.at(-1)?.kind, 'END')
  assert.deepEqual(entries.map((entry) => entry.seq), entries.map((_, index) => index + 1))
  assert(moves.filter((entry) => entry.action.seat === SEAT).length > 100)
  assert.equal(effects.filter((effect) => effect.kind === 'DEAL_SCORED').length, 12)
  assert(match?.game?.result && ended)
  assert.deepEqual(match.game.result.totals, ended.totals)
  assert.deepEqual(match.game.result.winners, ended.winners)
  assert.match(hoped(matchExport, 'MatchExport').text, /kurnik/)
})
