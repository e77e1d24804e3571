/** urql asks, is refused and follows, as its own documentation sets it up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cacheExchange, Client, fetchExchange, gql, subscriptionExchange } from '@urql/core'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

import { finished, graphqlUrl, guest, lobby, socketUrl } from './service.ts'

const token = await guest('Ula')
const sockets = createClient({
  url: socketUrl,
  webSocketImpl: WebSocket,
  connectionParams: { token },
})
const client = new Client({
  url: graphqlUrl,
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  exchanges: [
    cacheExchange,
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({ unsubscribe: sockets.subscribe({ query, variables }, sink) }),
      }),
    }),
  ],
})

test('a query is answered', async () => {
  const { data, error } = await client.query(gql`{ me { name } }`, {})
  assert.equal(error, undefined)
  assert.equal(data.me.name, 'Ula')
})

test('a query by GET is answered', async () => {
  const context = { preferGetMethod: 'force' as const }
  const { data } = await client.query(gql`{ ruleSet(id: "kurnik") { players } }`, {}, context)
  assert.deepEqual(data, { ruleSet: { __typename: 'RuleSet', players: [3, 4] } })
})

test('a refusal is data of a type of its own', async () => {
  const document = gql`mutation ($id: ID!) {
    startMatch(matchId: $id) { ... on Refusal { code } ... on Result { done } }
  }`
  const { data, error } = await client.mutation(document, { id: await lobby(token) })
  assert.equal(error, undefined)
  const refusal = { __typename: 'Refusal', code: 'SEATS_EMPTY', done: false }
  assert.deepEqual(data, { startMatch: refusal })
})

test('a wrong request is an error with a code', async () => {
  const { data, error } = await client.query(gql`{ nothing }`, {})
  assert.equal(data, undefined)
  assert.equal(error?.graphQLErrors[0]?.extensions.code, 'INVALID_INPUT')
})

test('a subscription tells a match to its end', async () => {
  const document = gql`subscription ($id: ID!) { matchEvents(matchId: $id, after: "0") { kind } }`
  const kinds: string[] = []
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const { unsubscribe } = client
    .subscription(document, { id: await finished(token) })
    .subscribe(({ data, error }) => {
      assert.equal(error, undefined)
      kinds.push(data.matchEvents.kind)
      if (kinds.at(-1) === 'END') resolve()
    })
  await over
  unsubscribe()
  await sockets.dispose()
  assert(kinds.length > 600)
  assert.deepEqual(new Set(kinds), new Set(['ENTRY', 'END']))
})
