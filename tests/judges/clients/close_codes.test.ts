/** What a raw socket meets when it does not keep to graphql-transport-ws. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'

import { WebSocket } from 'ws'

import { guest, lobby, socketUrl } from './service.ts'

const PROTOCOL = 'graphql-transport-ws'
const INIT = { type: 'connection_init' }
const PING = { type: 'ping' }

/** Opens a socket, sends messages, and returns the code that the service closes it with. */
async function closedBy(messages: unknown[], protocols: string[] = [PROTOCOL]): Promise<number> {
  const socket = new WebSocket(socketUrl, protocols)
  const closed = once(socket, 'close')
  socket.on('open', () => {
    for (const message of messages) {
      const raw = typeof message === 'string' || message instanceof Buffer
      socket.send(raw ? message : JSON.stringify(message))
    }
  })
  const [code] = (await closed) as [number]
  return code
}

function subscribe(id: unknown, query = '{ __typename }', variables = {}): unknown {
  return { id, type: 'subscribe', payload: { query, variables } }
}

const MALFORMED: [string, unknown][] = [
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no type', '{}'],
  ['an unknown type', { type: 'start' }],
  ['a message of the server', { type: 'connection_ack' }],
  ['a payload that is no object', { type: 'ping', payload: 'now' }],
  ['a subscription without a payload', { id: '1', type: 'subscribe' }],
  ['a subscription without a query', { id: '1', type: 'subscribe', payload: {} }],
  ['an id that is no text', subscribe(1)],
  ['a completion without an id', { type: 'complete' }],
]

for (const [what, message] of MALFORMED) {
  test(`4400: ${what}`, async () => assert.equal(await closedBy([INIT, message]), 4400))
}

test('4401: an operation before the socket is acknowledged', async () => {
  assert.equal(await closedBy([subscribe('1')]), 4401)
})

test('4403: a token that nobody has', async () => {
  assert.equal(await closedBy([{ ...INIT, payload: { token: 'nobody' } }]), 4403)
})

test('4406: no protocol', async () => assert.equal(await closedBy([INIT], []), 4406))

test('4408: five seconds without a word, though pings came', async () => {
  const opened = Date.now()
  assert.equal(await closedBy([PING]), 4408)
  const waited = Date.now() - opened
  assert(waited > 4_500 && waited < 15_000, `closed after ${waited} ms`)
})

test('4409: the id of an operation that still runs', async () => {
  const token = await guest()
  const query = 'subscription ($id: ID!) { matchEvents(matchId: $id) { kind } }'
  const twice = subscribe('1', query, { id: await lobby(token) })
  assert.equal(await closedBy([{ ...INIT, payload: { token } }, twice, twice]), 4409)
})

test('4429: a second greeting', async () => assert.equal(await closedBy([INIT, INIT]), 4429))
