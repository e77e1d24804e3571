// Four players of the assembly of Strawberry and redis-py: POST for moves, a subscription each.
import { allowed, opened, play } from './cards.mjs';
import { Posting, ask, socket } from './wire.mjs';

const SEATS = [0, 1, 2, 3];
const MOVE =
  'mutation M($m: ID!, $s: Int!, $c: Int!, $v: Int!) { submitMove(matchId: $m, seat: $s, card: $c, version: $v) { ok version } }';
const EVENTS = 'subscription S($m: ID!, $s: Int!) { events(matchId: $m, seat: $s) { version seat card turn points hand } }';
const CREATE = 'mutation C($m: ID!, $s: Int!) { createMatch(matchId: $m, seed: $s) }';
const PATH = '/graphql/';

export class Assembly {
  constructor(port, number, traffic) {
    this.port = port;
    this.seed = number + 1;
    this.id = `match-${number}`;
    this.traffic = traffic;
    this.updatesHeard = SEATS.length;
    this.answersMover = true;
  }

  async open() {
    this.posting = new Posting(this.port, this.traffic, (body) => this.answered(body));
    await this.posting.opened;
    await ask(this.port, PATH, { body: { query: CREATE, variables: { m: this.id, s: this.seed } } });
    this.game = opened(this.seed);
    await Promise.all(SEATS.map((seat) => this.follow(seat)));
  }

  follow(seat) {
    return new Promise((done) => {
      let isShown = false;
      const followed = socket(this.port, PATH, ['graphql-transport-ws'], this.traffic, (text) => {
        if (text.includes('"errors"')) throw new Error(text);
        if (text.includes('"next"')) {
          if (isShown) this.onUpdate();
          else done((isShown = true));
        } else if (text.includes('connection_ack')) {
          const payload = { query: EVENTS, variables: { m: this.id, s: seat } };
          followed.send(JSON.stringify({ type: 'subscribe', id: 'events', payload }));
        } else if (text.includes('"ping"')) followed.send('{"type":"pong"}');
      });
      followed.on('open', () => followed.send('{"type":"connection_init"}'));
    });
  }

  async fill() {} // a match goes on without end and keeps no log

  async turnTo() {}

  answered(text) {
    if (!/"ok": ?true/.test(text)) throw new Error(`refused: ${text}`);
    this.onAnswer();
  }

  play() {
    const { turn, version } = this.game;
    const cards = allowed(this.game, turn);
    const card = cards[(version * 7) % cards.length];
    play(this.game, turn, card);
    const variables = { m: this.id, s: turn, c: card, v: version };
    this.posting.post(PATH, 'none', JSON.stringify({ query: MOVE, variables }));
  }
}
