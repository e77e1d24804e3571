// The way to the service: operations of the published contract, over HTTP and one WebSocket.

import {
  Client,
  fetchExchange,
  stringifyDocument,
  type AnyVariables,
  type CombinedError,
  type TypedDocumentNode,
} from '@urql/core'
import { createClient } from 'graphql-ws'

/** Where the service is, and whose eyes look. */
export interface Access {
  /** Its address without a slash at the end. */
  readonly api: string
  /** The bearer token, or null for what anybody may see. */
  readonly token: string | null
}

/** No answer came: there is no way to the service, or it refused the request as a whole. */
export class Unanswered extends Error {
  /** The service's stable code; `OFFLINE` where nothing came back. */
  readonly code: string
  /** After how many milliseconds to ask again, where the service says so. */
  readonly retryAfterMs: number | null

  constructor(code: string, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Operations, run with the rights of one token. Refusals of the contract are data, not errors. */
export interface Api {
  /** Run a query or a mutation over HTTP; throws Unanswered. */
  run<Data, Variables extends AnyVariables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data>
  /** Follow a subscription until it or the socket ends; throws Unanswered. It never reconnects. */
  follow<Data, Variables extends Record<string, unknown>>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): AsyncIterableIterator<Data>
  /** How far the service's clock is ahead of this machine's, ms, by its newest answer. */
  clockLead(): number
  /** Throw away a socket that may be dead: all that is followed over it breaks at once. */
  drop(): void
  /** Close the socket. */
  close(): void
}

const DEAD_MS = 10_000

/** Returns the way to a service with a token. */
export function connect({ api, token }: Access): Api {
  const client = new Client({
    url: `${api}/graphql`,
    exchanges: [fetchExchange],
    requestPolicy: 'network-only',
    preferGetMethod: false,
    fetchOptions: () => (token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
  const socket = createClient({
    url: `${api.replace(/^http/, 'ws')}/graphql`,
    connectionParams: token === null ? {} : { token },
    retryAttempts: 0,
    keepAlive: DEAD_MS,
  })
  let lead = 0
  return {
    async run(operation, variables) {
      const isMutation = stringifyDocument(operation).includes('mutation ')
      const answered = isMutation
        ? await client.mutation(operation, variables).toPromise()
        : await client.query(operation, variables).toPromise()
      const toldMs: unknown = answered.extensions?.serverTimeMs
      if (typeof toldMs === 'number') lead = toldMs - Date.now()
      if (answered.error !== undefined) throw unanswered(answered.error)
      if (answered.data === undefined) throw new Unanswered('OFFLINE', 'There was no answer.')
      return answered.data
    },
    follow<Data, Variables extends Record<string, unknown>>(
      operation: TypedDocumentNode<Data, Variables>,
      variables: Variables,
    ) {
      const query = stringifyDocument(operation)
      return answers(socket.iterate<Data>({ query, variables }))
    },
    clockLead: () => lead,
    drop: () => socket.terminate(),
    close: () => void socket.dispose(),
  }
}

interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** Returns the data of what comes. It can be left at any time, also while nothing comes. */
function answers<Data>(results: AsyncIterableIterator<Answer<Data>>): AsyncIterableIterator<Data> {
  return {
    async next() {
      for (;;) {
        const { done, value } = await results.next().catch((fault) => Promise.reject(broken(fault)))
        if (done) return { done, value: undefined }
        if (value.errors?.[0] !== undefined) throw refused(value.errors[0])
        if (value.data != null) return { done: false, value: value.data }
      }
    },
    async return() {
      await results.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function unanswered(error: CombinedError): Unanswered {
  const [first] = error.graphQLErrors
  return first === undefined ? new Unanswered('OFFLINE', error.message) : refused(first)
}

function refused(error: { message: string; extensions?: Record<string, unknown> }): Unanswered {
  const { code, retryAfterMs } = error.extensions ?? {}
  const known = typeof code === 'string' ? code : 'INTERNAL'
  return new Unanswered(known, error.message, typeof retryAfterMs === 'number' ? retryAfterMs : null)
}

function broken(fault: unknown): Unanswered {
  if (fault instanceof Unanswered) return fault
  if (Array.isArray(fault) && fault[0] !== undefined) return refused(fault[0])
  if (fault instanceof CloseEvent && fault.code === 4403) return new Unanswered('UNAUTHENTICATED', fault.reason)
  return new Unanswered('OFFLINE', 'The connection has broken.')
}
