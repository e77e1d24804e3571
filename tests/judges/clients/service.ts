/** What every client needs of the service under judgement: its address, a guest, a match. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

const address = process.env.KIERKI_URL
assert(address, 'KIERKI_URL names the service under judgement')

export const url = address
export const graphqlUrl = `${url}/graphql`
export const socketUrl = graphqlUrl.replace(/^http/, 'ws')

type Json = Record<string, unknown>

/** Sends a REST request and returns the body of its answer, which must be a success. */
export async function call(method: string, path: string, token?: string, body?: Json): Promise<Json> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const told = (await answer.json()) as Json
  assert(answer.ok, `${method} ${path}: ${answer.status} ${JSON.stringify(told)}`)
  return told
}

/** Returns the token of a new guest. */
export async function guest(name = 'Ala'): Promise<string> {
  return (await call('POST', '/v1/guests', undefined, { name })).token as string
}

/** Makes a match that nobody has started, and returns its id. */
export async function lobby(token: string, choices: Json = {}): Promise<string> {
  return (await call('POST', '/v1/matches', token, choices)).id as string
}

/** Makes a match, starts it with house bots on the empty seats, and returns its id. */
export async function started(token: string, choices: Json = {}): Promise<string> {
  const id = await lobby(token, { botPaceMs: 0, turnSeconds: null, ...choices })
  await call('POST', `/v1/matches/${id}/start`, token, { fillWithBots: true })
  return id
}

/** Makes a match of four bots, waits for its end, and returns its id. */
export async function finished(token: string): Promise<string> {
  const id = await started(token, { sit: false })
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await call('GET', `/v1/matches/${id}`, token)).status === 'finished') return id
    await setTimeout(100)
  }
  assert.fail(`four bots do not finish ${id} within a minute`)
}
