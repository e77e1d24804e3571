// Plays a seat of a Kierki match: KIERKI_TOKEN=... node bot.ts ADDRESS MATCH
import { setTimeout } from 'node:timers/promises'

type Choice = { card: string; playable: boolean }
type Asked = {
  moves: string[]
  cards: Choice[]
  choose: number | null
  number: { kind: string; minimum: number } | null
}
type Turn = { version: number; decisionVersion: number | null; legalMoves: Asked | null }
type Page = { items: { kind: string }[] }

const [address, matchId] = process.argv.slice(2)
const headers = {
  authorization: `Bearer ${process.env.KIERKI_TOKEN}`,
  'content-type': 'application/json',
}

/** A request that may have got lost is made again; all of them are safe to repeat. */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const request = { method, headers, body: body && JSON.stringify(body) }
  for (;;) {
    const answer = await fetch(`${address}/v1/matches/${matchId}${path}`, request).catch(() => null)
    if (answer && (answer.ok || answer.status === 409)) return answer.json() // 409: done, or too late
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
  return answers[Math.floor(Math.random() * answers.length)]
}

await ask('POST', '/seats', {})
await ask('POST', '/reclaim') // in case a bot of the house has stood in
for (let over = false; !over; ) {
  const { version, decisionVersion, legalMoves } = (await ask('GET', '/moves')) as Turn
  if (legalMoves) {
    const key = String(decisionVersion)
    await ask('POST', '/moves', {
      move: choose(legalMoves),
      expectedVersion: version,
      idempotencyKey: key,
    })
  }
  const page = (await ask('GET', `/events?after=${version}&wait=25`)) as Page
  over = page.items.some((item) => item.kind === 'end')
}
