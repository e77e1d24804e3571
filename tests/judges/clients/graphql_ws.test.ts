/** The reference client of graphql-transport-ws follows a match. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Client, createClient, type ClientOptions } from 'graphql-ws'
import { WebSocket } from 'ws'

import { finished, guest, lobby, call, socketUrl } from './service.ts'

const FEED = `subscription ($id: ID!, $after: String) {
  matchEvents(matchId: $id, after: $after) { kind seq cursor }
}`

interface Item {
  kind: string
  seq: number
  cursor: string | null
}

function client(token: string, more: Partial<ClientOptions> = {}): Client {
  const connectionParams = { token }
  return createClient({ url: socketUrl, webSocketImpl: WebSocket, connectionParams, ...more })
}

function feed(at: Client, id: string, after: string | null = null): AsyncIterableIterator<Item> {
  const items = at.iterate<{ matchEvents: Item }>({ query: FEED, variables: { id, after } })
  return (async function* () {
    for await (const { data, errors } of items) {
      assert(data && !errors, JSON.stringify(errors))
      yield data.matchEvents
    }
  })()
}

async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const found = []
  for await (const item of items) found.push(item)
  return found
}

test('queries and mutations run on a socket too', async () => {
  const at = client(await guest('Ola'))
  const results = at.iterate<{ me: { name: string } }>({ query: '{ me { name } }' })
  assert.deepEqual(await results.next(), { done: false, value: { data: { me: { name: 'Ola' } } } })
  assert.deepEqual(await results.next(), { done: true, value: undefined })
  await at.dispose()
})

test('a finished match is told whole, and then the service completes', async () => {
  const token = await guest()
  const at = client(token)
  const items = await all(feed(at, await finished(token), '0'))
  await at.dispose()
  const entries = items.filter((item) => item.kind === 'ENTRY')
  assert.deepEqual(entries.map((item) => item.seq), entries.map((_, index) => index + 1))
  assert.equal(items.at(-1)?.kind, 'END')
})

test('a feed that was cut goes on from its cursor, with no gap and nothing twice', async () => {
  const token = await guest()
  const id = await finished(token)
  const whole = await all(feed(client(token), id, '0'))

  const found: Item[] = []
  for (let cut = 0; found.at(-1)?.kind !== 'END'; cut += 1) {
    const at = client(token)
    const started = found.length
    for await (const item of feed(at, id, found.at(-1)?.cursor ?? '0')) {
      found.push(item)
      if (found.length - started === 50 + cut) at.terminate() // the socket dies in mid-flow
      if (found.length - started === 50 + cut) break
    }
    await at.dispose()
  }
  assert.deepEqual(found, whole)
})

test('a client that completes gets nothing more, and the socket goes on', async () => {
  const token = await guest()
  const id = await lobby(token)
  const at = client(token)
  const items = feed(at, id)
  assert.equal((await items.next()).value.kind, 'SNAPSHOT')
  await items.return?.()
  await call('POST', `/v1/matches/${id}/bots`, token, {})
  const again = await feed(at, id, '0').next()
  assert.deepEqual([again.value.kind, again.value.seq], ['ENTRY', 1])
  await at.dispose()
})

test('pings of both sides are answered', async () => {
  const ponged = Promise.withResolvers<boolean>()
  const on = { pong: (received: boolean) => received && ponged.resolve(true) }
  const at = client(await guest(), { keepAlive: 100, lazy: false, on })
  assert.equal(await ponged.promise, true)
  await at.dispose()
})

test('a match that is none is an error of the operation with its code', async () => {
  const at = client(await guest())
  await assert.rejects(all(feed(at, 'm_none')), (errors: { extensions: { code: string } }[]) => {
    assert.deepEqual(errors.map((error) => error.extensions.code), ['MATCH_NOT_FOUND'])
    return true
  })
  await at.dispose()
})

test('a wrong token keeps the client out', async () => {
  const at = client('nobody', { retryAttempts: 0 })
  await assert.rejects(at.iterate({ query: '{ __typename }' }).next(), { code: 4403 })
})
