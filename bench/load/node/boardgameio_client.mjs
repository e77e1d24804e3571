// Four players of boardgame.io, by the frames of socket.io. Its moves need no answer: the mover
// hears of his move as everybody does.
import { allowed, opened, play } from './cards.mjs';
import { numberAfter } from './hands.mjs';
import { ask, socket } from './wire.mjs';

const SEATS = [0, 1, 2, 3];

export class BoardgameIo {
  constructor(port, number, traffic) {
    this.port = port;
    this.seed = number + 1;
    this.traffic = traffic;
    this.updatesHeard = SEATS.length;
    this.answersMover = false;
    this.pool = [];
  }

  async open() {
    this.sockets = await Promise.all(SEATS.map((seat) => this.socket(seat)));
    await this.fill(1);
    await this.turnTo();
  }

  socket(seat) {
    return new Promise((done) => {
      const opened = socket(this.port, '/socket.io/?EIO=4&transport=websocket', [], this.traffic, (text) => {
        if (text === '2') opened.send('3');
        else if (text[0] === '0') opened.send('40/tricks,');
        else if (text.startsWith('40')) done(opened);
        else if (text.startsWith('42/tricks,["update"')) this.update(seat, text);
        else if (text.startsWith('42/tricks,["sync"')) this.shown();
      });
    });
  }

  async fill(count) {
    while (this.pool.length < count) {
      const { matchID } = await ask(this.port, '/games/tricks/create', {
        body: { numPlayers: 4, setupData: { seed: this.seed } },
      });
      const keys = [];
      for (const seat of SEATS) {
        const body = { playerID: String(seat), playerName: `Seat ${seat}` };
        const joined = await ask(this.port, `/games/tricks/${matchID}/join`, { body });
        keys.push(joined.playerCredentials);
      }
      this.pool.push({ matchID, keys });
    }
  }

  /** Goes to the next match: a long one is slow, for each move copies its log. */
  async turnTo() {
    if (!this.pool.length) await this.fill(1);
    this.match = this.pool.shift();
    this.game = opened(this.seed);
    this.state = 0;
    const { matchID, keys } = this.match;
    await new Promise((done) => {
      let left = SEATS.length;
      this.shown = () => --left || done();
      for (const seat of SEATS) this.sockets[seat].send(`42/tricks,["sync","${matchID}","${seat}","${keys[seat]}",4]`);
    });
  }

  update(seat, text) {
    if (seat === 0) this.state = numberAfter(text, '"_stateID":', text.indexOf('"_stateID":'));
    this.onUpdate();
  }

  play() {
    const seat = this.game.turn;
    const cards = allowed(this.game, seat);
    const card = cards[(this.game.version * 7) % cards.length];
    play(this.game, seat, card);
    const { matchID, keys } = this.match;
    const payload = `{"type":"playCard","args":[${card}],"playerID":"${seat}","credentials":"${keys[seat]}"}`;
    this.sockets[seat].send(`42/tricks,["update",{"type":"MAKE_MOVE","payload":${payload}},${this.state},"${matchID}","${seat}"]`);
  }
}
