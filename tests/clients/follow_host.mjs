// Runs `clients/ui/follow.ts` against feeds that are told on the input, in no time at all.
//
// A case has `from` and `connections`. A connection is a list of steps, one for each item that is
// asked for: an item, "silence", "cut", or {"fail": code, "retryAfterMs": ms}. A connection
// {"log": [...], "then": step, "skip": n, "again": n} is that of a service: it serves the entries
// after the cursor, or a snapshot, each entry `again` times but for `skip` of them, and ends with
// `then`. The last connection is made as often as it is asked for.

import { follow } from '../../clients/ui/follow.ts'

const LIMIT = 10_000

function clock() {
  let now = 0
  const timers = new Set()
  return {
    world: {
      now: () => now,
      random: () => 0.5,
      online: () => true,
      later(ms, then) {
        const timer = { at: now + ms, then }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    async runUntil(over) {
      for (let turns = 0; turns < LIMIT && !over(); turns += 1) {
        await new Promise(setImmediate)
        if (over()) return
        const first = [...timers].sort((a, b) => a.at - b.at)[0]
        if (first === undefined) continue
        timers.delete(first)
        now = first.at
        first.then()
      }
      if (!over()) throw new Error('it never ended')
    },
  }
}

const cursorOf = (log, seq) => `${seq}-${log[seq - 1]}`
const entryOf = (log, seq) => ({ kind: 'ENTRY', seq, cursor: cursorOf(log, seq), entry: log[seq - 1] })

/** What a service that has this log answers after a cursor. */
function* served({ log, then, again = 1, skip = 0 }, after) {
  const [seq, hash] = (after ?? '').split('-')
  const place = Number(seq)
  const isOther = hash !== undefined && place <= log.length && log[place - 1] !== hash
  let next = place + 1 + skip
  if (after === null || isOther || place > log.length) {
    const reason = after === null ? 'NO_CURSOR' : isOther ? 'OTHER_LOG' : 'AHEAD_OF_LOG'
    yield { kind: 'SNAPSHOT', seq: log.length, cursor: cursorOf(log, log.length), reason, match: { log } }
    next = log.length + 1
  }
  for (; next <= log.length; next += 1) {
    for (let copy = 0; copy < again; copy += 1) yield entryOf(log, next)
  }
  yield then
}

async function run({ from, connections }) {
  const { world, runUntil } = clock()
  const told = { log: [], opened: [], states: [], snapshots: [], resets: 0, drops: 0, times: [] }
  const left = [...connections]
  let over = false
  const feed = {
    open(after) {
      told.opened.push([after, world.now()])
      const made = left.length > 1 ? left.shift() : left[0]
      const steps = Array.isArray(made) ? made[Symbol.iterator]() : served(made, after)
      return {
        async next() {
          const { done, value: step } = steps.next()
          if (done || step === 'cut') return { done: true, value: undefined }
          if (step === 'silence') return new Promise(() => {})
          if (step.fail !== undefined) throw { code: step.fail, retryAfterMs: step.retryAfterMs ?? null }
          return { done: false, value: step }
        },
        async return() {
          return { done: true, value: undefined }
        },
      }
    },
    drop: () => (told.drops += 1),
  }
  follow(feed, from, {
    entry: (entry) => told.log.push(entry),
    snapshot: (match, seq) => told.snapshots.push([match.log, seq]),
    reset: () => {
      told.resets += 1
      told.log.length = 0
    },
    connection: (now) => {
      told.states.push(now)
      over = now.state === 'ended' || now.state === 'refused'
    },
    time: (ms) => told.times.push(ms),
  }, world)
  await runUntil(() => over)
  return told
}

let text = ''
for await (const part of process.stdin.setEncoding('utf8')) text += part
const answers = []
for (const one of JSON.parse(text)) answers.push(await run(one))
process.stdout.write(JSON.stringify(answers))
