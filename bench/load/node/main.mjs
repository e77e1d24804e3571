// The load: node main.mjs KIND PORT MATCHES PIDS, then one line of JSON on standard input for each
// window: {"warm": seconds, "seconds": seconds, "pool": matches made ready for each slot before}.
// It answers each with a line of JSON, the first once all matches are open.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BoardgameIo } from './boardgameio_client.mjs';
import { Assembly } from './assembly_client.mjs';
import { Colyseus } from './colyseus_client.mjs';
import { Kierki, TRANSPORTS } from './kierki.mjs';
import { Slot, Tally, quantile } from './slot.mjs';

const PER_MATCH = 364; // seven deals of 52 cards
const OPENING = 16; // matches that are opened at once
const [kind, portText, matchesText, pidsText] = process.argv.slice(2);
const PEERS = { boardgameio: BoardgameIo, colyseus: Colyseus, assembly: Assembly };
const pids = (pidsText ?? '').split(',').filter(Boolean);
const traffic = { said: 0, heard: 0 };
const tally = new Tally();

/** Seconds of CPU that each server process has used so far, in steps of 10 ms. */
const serverCpu = () =>
  pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const say = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);

async function openAll(count) {
  const slots = [];
  let next = 0;
  const opener = async () => {
    while (next < count) {
      const number = next++;
      const Peer = PEERS[kind];
      const place = Peer ? new Peer(Number(portText), number, traffic) : new Kierki(Number(portText), number, kind, traffic);
      await place.open();
      slots.push(new Slot(place, tally, PER_MATCH));
    }
  };
  await Promise.all(Array.from({ length: OPENING }, opener));
  return slots;
}

async function window(slots, { warm, seconds, pool }) {
  if (pool) for (const { place } of slots) await place.fill(pool);
  const whole = { moves: tally.moves, ...traffic };
  for (const slot of slots) slot.run();
  await sleep(warm);
  tally.begin();
  const [began, moves, own, servers] = [performance.now(), tally.moves, process.cpuUsage(), serverCpu()];
  await sleep(seconds);
  const took = (performance.now() - began) / 1000;
  const used = process.cpuUsage(own);
  const cpu = serverCpu().map((now, at) => now - servers[at]);
  const made = tally.moves - moves;
  const latencies = tally.end();
  for (const slot of slots) slot.isRunning = false;
  await drained();
  const all = tally.moves - whole.moves;
  return {
    moves: made,
    seconds: took,
    serverCpu: cpu,
    clientCpu: (used.user + used.system) / 1e6,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    allMoves: all,
    said: traffic.said - whole.said,
    heard: traffic.heard - whole.heard,
  };
}

/** Waits until no move is on its way, which cannot take long unless one is lost. */
async function drained() {
  const latest = performance.now() + 30_000;
  while (tally.inFlight > 0) {
    if (performance.now() > latest) throw new Error(`${tally.inFlight} moves have been lost`);
    await sleep(0.01);
  }
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  process.exit(1);
});
if (!PEERS[kind] && !TRANSPORTS[kind]) throw new Error(`no kind ${kind}`);
const slots = await openAll(Number(matchesText));
say({ opened: slots.length });
for await (const line of createInterface({ input: process.stdin })) {
  say(await window(slots, JSON.parse(line)));
}
process.exit(0);
