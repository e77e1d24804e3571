/** Apollo Client asks, is refused and follows, as its own documentation sets it up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client/core'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

import { finished, graphqlUrl, guest, lobby, socketUrl } from './service.ts'

const token = await guest('Ewa')
const sockets = createClient({
  url: socketUrl,
  webSocketImpl: WebSocket,
  connectionParams: { token },
})
const client = new ApolloClient({
  cache: new InMemoryCache({ possibleTypes: { Result: ['Refusal', 'MatchStarted'] } }),
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(sockets),
    new HttpLink({ uri: graphqlUrl, headers: { authorization: `Bearer ${token}` } }),
  ),
})

test('a query is answered, and a second time from the cache', async () => {
  const query = gql`{ me { id name } }`
  const { data } = await client.query<{ me: { name: string } }>({ query })
  assert.equal(data?.me.name, 'Ewa')
  assert.deepEqual(client.readQuery({ query }), data)
})

test('a refusal is data of a type of its own', async () => {
  const mutation = gql`mutation ($id: ID!) {
    startMatch(matchId: $id) { ... on Refusal { code } ... on Result { done } }
  }`
  const { data } = await client.mutate({ mutation, variables: { id: await lobby(token) } })
  const refusal = { __typename: 'Refusal', code: 'SEATS_EMPTY', done: false }
  assert.deepEqual(data, { startMatch: refusal })
})

test('a wrong request is an error with a code', async () => {
  await assert.rejects(client.query({ query: gql`{ nothing }` }), (error) => {
    assert(CombinedGraphQLErrors.is(error), String(error))
    assert.deepEqual(error.errors.map((at) => at.extensions?.code), ['INVALID_INPUT'])
    return true
  })
})

test('a subscription tells a match to its end', async () => {
  const query = gql`subscription ($id: ID!) { matchEvents(matchId: $id, after: "0") { kind } }`
  const variables = { id: await finished(token) }
  const kinds: string[] = []
  await new Promise<void>((complete, error) => {
    client.subscribe<{ matchEvents: { kind: string } }>({ query, variables }).subscribe({
      next: ({ data }) => kinds.push(data?.matchEvents.kind ?? 'nothing'),
      complete,
      error,
    })
  })
  client.stop()
  await sockets.dispose()
  assert(kinds.length > 600)
  assert.deepEqual(new Set(kinds), new Set(['ENTRY', 'END']))
})
