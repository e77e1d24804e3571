// Four guests at one match of kurnik after the other, over the transports of the service.
import { readFileSync } from 'node:fs';
import { Hands, numberAfter } from './hands.mjs';
import { Events, Posting, ask, socket } from './wire.mjs';

const SEATS = [0, 1, 2, 3];
const A_DAY = 86_400; // a match may wait long until it has its turn
const PUBLISHED = new URL('../../../schema/operations/', import.meta.url);
const published = (name) => readFileSync(new URL(`${name}.graphql`, PUBLISHED), 'utf8');
// What a client asks for that follows the cards by itself.
const LEAN = {
  move: 'mutation Play($input: SubmitMoveInput!) { submitMove(input: $input) { __typename ... on MoveAccepted { version } ... on Refusal { code } } }',
  events:
    'subscription Follow($matchId: ID!) { matchEvents(matchId: $matchId) { kind match { version game { toAct deal { hand } } } entry { seq action { seat move } effects { kind seat cards points } next { phase seats } } } }',
};
const FULL = { move: published('SubmitMove'), events: published('MatchEvents') };

/** What a transport is made of: how moves go, how updates come, and in which documents. */
export const TRANSPORTS = {
  graphql: { moves: 'graphql', updates: 'graphql', documents: FULL },
  lean: { moves: 'graphql', updates: 'graphql', documents: LEAN },
  'graphql-ws': { moves: 'socket', updates: 'graphql', documents: FULL },
  'lean-ws': { moves: 'socket', updates: 'graphql', documents: LEAN },
  rest: { moves: 'rest', updates: 'sse', documents: FULL },
  'rest-graphql': { moves: 'rest', updates: 'graphql', documents: FULL },
  'graphql-alone': { moves: 'graphql', updates: 'none', documents: FULL },
  'rest-alone': { moves: 'rest', updates: 'none', documents: FULL },
};

/** The place of one match at a time; `slot` is told what is heard. */
export class Kierki {
  constructor(port, number, kind, traffic) {
    this.port = port;
    this.number = number;
    this.traffic = traffic;
    Object.assign(this, TRANSPORTS[kind]);
    this.updatesHeard = this.updates === 'none' ? 0 : SEATS.length;
    this.answersMover = true;
    this.pool = [];
    this.streams = [];
    this.key = 0;
  }

  async open() {
    this.tokens = [];
    for (const seat of SEATS) {
      const guest = await ask(this.port, '/v1/guests', { body: { name: `Seat ${seat}` } });
      this.tokens.push(guest.token);
    }
    if (this.moves !== 'socket') {
      this.posting = new Posting(this.port, this.traffic, (body) => this.answered(body));
      await this.posting.opened;
    }
    if (this.updates === 'graphql') {
      this.sockets = await Promise.all(SEATS.map((seat) => this.socket(seat)));
    }
    await this.fill(1);
    await this.turnTo();
  }

  socket(seat) {
    return new Promise((done) => {
      const opened = socket(this.port, '/graphql', ['graphql-transport-ws'], this.traffic, (text) => {
        if (text.includes('"type":"next"')) this.message(seat, text);
        else if (text.includes('connection_ack')) done(opened);
        else if (text.includes('"ping"')) opened.send('{"type":"pong"}');
        else if (text.includes('"error"')) throw new Error(text);
      });
      opened.on('open', () => {
        opened.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${this.tokens[seat]}` } }));
      });
    });
  }

  /** Makes matches until so many lie ready besides the one that is played. */
  async fill(count) {
    while (this.pool.length < count) {
      const [first, ...others] = this.tokens;
      const { id } = await ask(this.port, '/v1/matches', { body: { ruleSet: 'kurnik', turnSeconds: A_DAY }, token: first });
      for (const token of others) await ask(this.port, `/v1/matches/${id}/seats`, { body: {}, token });
      await ask(this.port, `/v1/matches/${id}/start`, { body: {}, token: first });
      this.pool.push(id);
    }
  }

  /** Goes to the next match, with the same connections. */
  async turnTo() {
    for (const stream of this.streams) stream.close();
    const before = this.id;
    if (!this.pool.length) await this.fill(1);
    this.id = this.pool.shift();
    this.hands = new Hands();
    if (this.updates === 'none') return this.look();
    await new Promise((done) => {
      let left = SEATS.length;
      this.shown = () => --left || done();
      if (this.updates === 'sse') this.streams = SEATS.map((seat) => this.stream(seat));
      else SEATS.forEach((seat) => this.subscribe(seat, before));
    });
  }

  subscribe(seat, before) {
    if (before) this.sockets[seat].send(`{"type":"complete","id":"${before}"}`);
    const payload = { query: this.documents.events, variables: { matchId: this.id } };
    this.sockets[seat].send(JSON.stringify({ type: 'subscribe', id: this.id, payload }));
  }

  stream(seat) {
    const path = `/v1/matches/${this.id}/events`;
    return new Events(this.port, path, this.tokens[seat], this.traffic, (text) => this.item(seat, text));
  }

  /** Asks for the hands; only who has no updates needs to. */
  async look() {
    const looks = SEATS.map((seat) => ask(this.port, `/v1/matches/${this.id}`, { token: this.tokens[seat] }));
    (await Promise.all(looks)).forEach((match, seat) => this.show(seat, match));
  }

  show(seat, match) {
    this.hands.deal(seat, match.game.deal.hand);
    this.hands.version = match.version;
    [this.hands.turn] = match.game.toAct;
  }

  message(seat, text) {
    if (text.startsWith('{"id":"move')) this.answered(text);
    else if (text.startsWith(`{"id":"${this.id}"`)) this.item(seat, text);
  }

  item(seat, text) {
    if (text.includes('"kind":"SNAPSHOT"') || text.includes('"kind":"snapshot"')) {
      const found = JSON.parse(text);
      this.show(seat, found.payload ? found.payload.data.matchEvents.match : found.match);
      this.shown();
    } else if (text.includes('"kind":"ENTRY"') || text.includes('"kind":"entry"')) {
      this.entry(seat, text);
      this.onUpdate();
    }
  }

  /** Takes in an entry: the cards of a new deal as each seat is told them, all else once. */
  entry(seat, text) {
    if (/"deal_started"/i.test(text)) {
      const found = JSON.parse(text);
      const { effects } = (found.payload ? found.payload.data.matchEvents : found).entry;
      this.hands.deal(seat, effects.find((effect) => /^deal_started$/i.test(effect.kind)).cards);
    }
    if (seat === 0) this.next(text);
  }

  next(text) {
    this.hands.version++;
    this.isOver = !/"phase":"tricks"/i.test(text);
    this.hands.turn = numberAfter(text, '"seats":[');
  }

  /** A move was taken; a refusal ends the run. */
  answered(text) {
    if (!text.includes('MoveAccepted') && !text.includes('"entry":')) throw new Error(`refused: ${text}`);
    if (this.updates !== 'none') return this.onAnswer();
    this.next(text);
    if (/"deal_started"/i.test(text)) this.look().then(() => this.onAnswer());
    else this.onAnswer();
  }

  play() {
    const { version, turn } = this.hands;
    const card = this.hands.choose();
    const idempotencyKey = `${this.number}-${++this.key}`;
    if (this.moves === 'rest') {
      const body = `{"move":"play ${card}","expectedVersion":${version},"idempotencyKey":"${idempotencyKey}"}`;
      this.posting.post(`/v1/matches/${this.id}/moves`, this.tokens[turn], body);
      return;
    }
    const input = { matchId: this.id, expectedVersion: version, idempotencyKey, move: { play: card } };
    const body = `{"query":${this.quoted()},"variables":{"input":${JSON.stringify(input)}}}`;
    if (this.moves === 'socket') this.sockets[turn].send(`{"type":"subscribe","id":"move${this.key}","payload":${body}}`);
    else this.posting.post('/graphql', this.tokens[turn], body);
  }

  quoted() {
    this.text ??= JSON.stringify(this.documents.move);
    return this.text;
  }
}
