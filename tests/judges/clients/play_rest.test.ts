/** The types generated from the REST document play a whole match, and read its log in pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import createClient, { type Client } from 'openapi-fetch'

import type { components, paths } from '../generated/openapi.ts'
import { guest, url } from './service.ts'

type Entry = components['schemas']['EntryView']
type Turn = components['schemas']['Turn']
type Problem = components['schemas']['Problem']

/** Returns the data of an answer, which must be a success. */
function told<Data>(answer: { data?: Data; error?: Problem }): Data {
  assert(answer.data !== undefined, JSON.stringify(answer.error))
  return answer.data
}

async function begun(api: Client<paths>): Promise<string> {
  const body = { players: 3, botPaceMs: 0, turnSeconds: null }
  const { id } = told(await api.POST('/v1/matches', { body }))
  const params = { path: { matchId: id } }
  await api.POST('/v1/matches/{matchId}/start', { params, body: { fillWithBots: true } })
  return id
}

/** Makes the first move that is allowed, if it is this seat's turn. */
async function move(api: Client<paths>, matchId: string, turn: Turn): Promise<void> {
  const text = turn.legalMoves?.moves[0]
  if (!text) return
  const version = turn.version
  const body = { move: text, expectedVersion: version, idempotencyKey: String(version) }
  const answer = await api.POST('/v1/matches/{matchId}/moves', {
    params: { path: { matchId } },
    body,
  })
  assert.equal(told(answer).entry.action.move, text)
}

test('a match of kurnik for three is played to its end', async () => {
  const headers = { authorization: `Bearer ${await guest('Basia')}` }
  const api = createClient<paths>({ baseUrl: url, headers })
  const matchId = await begun(api)
  const path = { matchId }

  const entries: Entry[] = []
  for (let after = '0', over = false; !over; ) {
    const query = { after, wait: 20 }
    const page = told(await api.GET('/v1/matches/{matchId}/events', { params: { path, query } }))
    assert(typeof page !== 'string') // as a stream it would be
    for (const item of page.items) {
      if (item.entry) entries.push(item.entry)
      if (item.cursor) after = item.cursor
      over ||= item.kind === 'end'
    }
    const turn = await api.GET('/v1/matches/{matchId}/moves', { params: { path } })
    if (!over) await move(api, matchId, told(turn))
  }

  const match = told(await api.GET('/v1/matches/{matchId}', { params: { path } }))
  const ended = entries.at(-1)?.effects.find((effect) => effect.kind === 'match_ended')
  assert.deepEqual(entries.map((entry) => entry.seq), entries.map((_, index) => index + 1))
  assert.equal(match.status, 'finished')
  assert.deepEqual(ended?.totals, match.game?.result?.totals)
})
