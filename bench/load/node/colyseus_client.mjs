// Four players of Colyseus: its SDK opens the room, and the changes are counted, not read.
import { Client } from '@colyseus/sdk';
import { allowed, opened, play } from './cards.mjs';

const SEATS = [0, 1, 2, 3];
const PATCH = 15; // the first byte of what holds changes of the state

export class Colyseus {
  constructor(port, number, traffic) {
    this.port = port;
    this.seed = number + 1;
    this.traffic = traffic;
    this.updatesHeard = SEATS.length;
    this.answersMover = false;
  }

  async open() {
    this.rooms = [];
    for (const seat of SEATS) {
      const client = new Client(`ws://127.0.0.1:${this.port}`);
      const options = { seed: this.seed, seat };
      const room = await (seat ? client.joinById(this.rooms[0].roomId, options) : client.create('tricks', options));
      this.rooms.push(room);
      await new Promise((done) => room.onStateChange.once(done));
    }
    await new Promise((done) => setTimeout(done, 50)); // the patches of the others' joining
    for (const room of this.rooms) this.count(room.connection.events);
    this.game = opened(this.seed);
  }

  count(events) {
    const { onmessage } = events;
    events.onmessage = (event) => {
      const data = new Uint8Array(event.data);
      this.traffic.heard += data.length;
      if (data[0] === PATCH) this.onUpdate?.();
      else onmessage(event);
    };
  }

  async fill() {} // a room goes on without end and keeps no log

  async turnTo() {}

  play() {
    const seat = this.game.turn;
    const cards = allowed(this.game, seat);
    const card = cards[(this.game.version * 7) % cards.length];
    play(this.game, seat, card);
    this.rooms[seat].send('play', card);
  }
}
