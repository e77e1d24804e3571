// Plays whatever it is offered: KIERKI_TOKEN=... node small.ts ADDRESS [MATCH...]
import { setTimeout } from 'node:timers/promises'

const [address, ...matchIds] = process.argv.slice(2)
const authorization = `Bearer ${process.env.KIERKI_TOKEN}`
const headers = { authorization, 'content-type': 'application/json' }
const random = <Item>(items: Item[]) => items.sort(() => Math.random() - 0.5)

async function ask(method: string, path: string, sent?: object): Promise<any> {
  const request = { method, headers, body: JSON.stringify(sent) }
  for (;;) { // until there is an answer: every request here may be made twice
    const answer = await fetch(`${address}/v1${path}`, request).catch(() => null)
    if (answer && answer.status !== 429 && answer.status < 500) return answer.json()
    await setTimeout(1000 * Number(answer?.headers.get('retry-after') ?? 1))
  }
}

for (const id of matchIds) await ask('POST', `/matches/${id}/seats`, {})
for (;;) {
  const offers = (await ask('GET', '/offers')).items ?? []
  for (const { id } of offers) await ask('POST', `/offers/${id}/accept`)
  for (const { matchId } of (await ask('GET', '/turns?wait=10')).items) {
    const path = `/matches/${matchId}/moves`
    const { version, decisionVersion, legalMoves } = await ask('GET', path)
    if (!legalMoves) continue
    const { moves, cards, choose } = legalMoves
    const playable = cards.filter((at: any) => at.playable).map((at: any) => at.card)
    const move = choose ? ['give', ...random(playable).slice(0, choose)].join(' ') : random(moves)[0]
    const idempotencyKey = String(decisionVersion)
    await ask('POST', path, { move, expectedVersion: version, idempotencyKey })
  }
}
