/** EventSource, as browsers have it, follows a match through cut connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { test } from 'node:test'

import { EventSource } from 'eventsource'

import { finished, guest, url } from './service.ts'

interface Seen {
  id: string
  data: string
}

/** Opens a way to the service that is cut after so many bytes, once for each number given. */
async function cutting(limits: number[]): Promise<Server> {
  const { hostname, port } = new URL(url)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let left = limits.shift() ?? Infinity
    near.pipe(far)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    far.on('data', (data) => {
      const part = data.subarray(0, left)
      left -= part.length
      near.write(part, () => left > 0 || far.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Returns every event to the last one, and the `Last-Event-ID` of each request. */
async function followed(address: string, token: string): Promise<[Seen[], (string | null)[]]> {
  const seen: Seen[] = []
  const resumed: (string | null)[] = []
  const source = new EventSource(address, {
    fetch: (input, init) => {
      const headers = new Headers({ ...init.headers, authorization: `Bearer ${token}` })
      resumed.push(headers.get('Last-Event-ID'))
      return fetch(input, { ...init, headers })
    },
  })
  source.onmessage = ({ lastEventId, data }) => seen.push({ id: lastEventId, data })
  await new Promise<void>((resolve) => {
    source.onerror = () => source.readyState === EventSource.CLOSED && resolve()
  })
  return [seen, resumed]
}

test('a feed that is cut within an event goes on, with no gap and nothing twice', async () => {
  const token = await guest()
  const path = `/v1/matches/${await finished(token)}/events?after=0`
  const [whole, undisturbed] = await followed(url + path, token)
  const way = await cutting([3_001, 10_007, 45_013])
  const { port } = way.address() as AddressInfo

  const [found, resumed] = await followed(`http://127.0.0.1:${port}${path}`, token)
  way.close()

  assert.deepEqual(found.map((event) => event.id), whole.map((event) => event.id))
  assert.deepEqual(found.slice(0, -1), whole.slice(0, -1))
  assert.equal(JSON.parse(found.at(-1)?.data ?? '{}').kind, 'end')
  assert.equal(resumed.length, undisturbed.length + 3)
  assert.equal(resumed[0], null)
  assert(resumed.slice(1).every((id) => whole.some((event) => event.id === id)), String(resumed))
})

test('the service tells a source that has come to the end to come no more', async () => {
  const token = await guest()
  const path = `/v1/matches/${await finished(token)}/events`

  const [seen, resumed] = await followed(url + path, token)

  assert.deepEqual(resumed, [null, seen.at(-1)?.id])
})
