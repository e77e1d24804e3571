// Plays every seat that it takes or is offered: KIERKI_TOKEN=... node bot.ts ADDRESS [MATCH]
import { setTimeout } from 'node:timers/promises'

type List<Item> = { items: Item[] }
type Match = { id: string; viewerSeat: number | null }
type Turn = { version: number; decisionVersion: number; legalMoves?: Asked | null }
type Asked = {
  moves: string[]
  cards: { card: string; playable: boolean }[]
  choose: number | null
  number: { kind: string; minimum: number } | null
}

const [address, ...matchIds] = process.argv.slice(2)
const headers = {
  authorization: `Bearer ${process.env.KIERKI_TOKEN}`,
  'content-type': 'application/json',
}

/** What may have got lost is sent again: every request here is safe to repeat. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const request = { method, headers, body: body && JSON.stringify(body) }
  for (;;) {
    const answer = await fetch(`${address}/v1${path}`, request).catch(() => null)
    const late = answer?.status === 404 || answer?.status === 409 // or done before
    if (answer && (answer.ok || late)) return answer.json()
    if (answer && answer.status !== 429 && answer.status < 500) throw new Error(await answer.text())
    await setTimeout(1000 * Number(answer?.headers.get('retry-after') ?? 1))
  }
}

function choose({ moves, cards, choose, number }: Asked): string {
  if (choose) {
    const playable = cards.filter((choice) => choice.playable).map((choice) => choice.card)
    return ['give', ...playable.sort(() => Math.random() - 0.5).slice(0, choose)].join(' ')
  }
  const answers = number ? [...moves, `${number.kind} ${number.minimum}`] : moves
  return answers[Math.floor(Math.random() * answers.length)] as string
}

for (const matchId of matchIds) await ask('POST', `/matches/${matchId}/seats`, {})
for (const { id, viewerSeat } of (await ask<List<Match>>('GET', '/matches?status=playing')).items) {
  if (viewerSeat !== null) await ask('POST', `/matches/${id}/reclaim`) // one of the house may play
}
const { bot } = await ask<{ bot: boolean }>('GET', '/me')
for (;;) {
  const offers = bot ? (await ask<List<{ id: string }>>('GET', '/offers')).items : []
  for (const { id } of offers) await ask('POST', `/offers/${id}/accept`)
  const waiting = await ask<List<{ matchId: string }>>('GET', '/turns?wait=10')
  for (const { matchId } of waiting.items) {
    const path = `/matches/${matchId}/moves`
    const { version, decisionVersion, legalMoves } = await ask<Turn>('GET', path)
    if (!legalMoves) continue
    await ask('POST', path, {
      move: choose(legalMoves),
      expectedVersion: version,
      idempotencyKey: String(decisionVersion),
    })
  }
}
