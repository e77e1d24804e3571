// Colyseus: node colyseus_server.mjs PORT. A room's state is a schema in which a hand is visible to
// its seat alone; the changes are sent after each move, not every 50 ms.
import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { StateView, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { opened, play } from './cards.mjs';

const Seat = schema({ hand: t.array('uint8').view(), left: t.uint8(), points: t.uint16() }, 'Seat');
const Table = schema(
  {
    version: t.uint32(),
    number: t.uint16(),
    turn: t.uint8(),
    leader: t.uint8(),
    trick: t.array('uint8'),
    seats: t.array(Seat),
  },
  'Table',
);

class Tricks extends Room {
  maxClients = 4;
  patchRate = null;

  onCreate({ seed }) {
    this.game = opened(seed);
    this.state = new Table();
    for (const hand of this.game.hands) {
      const seat = new Seat();
      seat.hand.push(...hand);
      this.state.seats.push(seat);
    }
    this.show();
    this.onMessage('play', (client, card) => this.take(client, card));
  }

  take(client, card) {
    const { seat } = client.userData;
    const { number } = this.game;
    if (!play(this.game, seat, card)) {
      client.error(4000, 'not allowed');
      return;
    }
    const { hand } = this.state.seats[seat];
    if (this.game.number === number) hand.splice(hand.indexOf(card), 1);
    else this.deal();
    this.show();
    this.broadcastPatch();
  }

  deal() {
    this.game.hands.forEach((hand, seat) => {
      const shown = this.state.seats[seat].hand;
      shown.clear();
      shown.push(...hand);
    });
  }

  show() {
    const { game, state } = this;
    state.version = game.version;
    state.number = game.number;
    state.turn = game.turn;
    state.leader = game.leader;
    if (game.trick.length) state.trick.push(game.trick.at(-1));
    else state.trick.clear();
    state.seats.forEach((shown, seat) => {
      shown.left = game.hands[seat].length;
      shown.points = game.points[seat];
    });
  }

  onJoin(client, { seat }) {
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.seats[seat]);
    setTimeout(() => this.broadcastPatch(), 1);
  }
}

const web = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: web }), greet: false });
server.define('tricks', Tricks);
await server.listen(Number(process.argv[2]));
process.stdout.write('ready\n');
