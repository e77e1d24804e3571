// boardgame.io with its own server and storage: node boardgameio_server.mjs PORT [FOLDER].
// With a folder its FlatFile keeps every match there, else its memory does.
import { createRequire } from 'node:module';
import { opened, play } from './cards.mjs';

const require = createRequire(import.meta.url); // its folders cannot be imported
const { FlatFile, Origins, Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');
const [port, folder] = process.argv.slice(2);

const turnOf = ({ G }) => G.turn;
const game = {
  name: 'tricks',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: (_, options) => opened(options?.seed ?? 1),
  moves: {
    playCard: {
      client: false,
      move: ({ G, events, playerID }, card) => {
        if (!play(G, Number(playerID), card)) return INVALID_MOVE;
        events.endTurn({ next: String(G.turn) });
        return undefined;
      },
    },
  },
  turn: { order: { first: turnOf, next: turnOf } },
  playerView: ({ G, playerID }) => ({
    ...G,
    seed: 0,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

const storage = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...storage });
server.run({ port: Number(port), callback: () => process.stdout.write('ready\n') });
