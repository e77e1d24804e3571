// A game of tricks without end for the servers that are compared: four seats, follow suit, the
// highest card of the suit led takes the trick, a new deal after 52 cards. A card is a number, its
// suit times 13 plus its rank. The cards follow from a seed, so that the load can play along.
const SEATS = 4;
const RANKS = 13;
const HEARTS = 3;

export const suitOf = (card) => Math.floor(card / RANKS);

function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Returns the four hands of a deal. */
export function dealt(seed, number) {
  const next = chance(seed * 7919 + number * 104729 + 1);
  const pack = Array.from({ length: SEATS * RANKS }, (_, card) => card);
  for (let at = pack.length - 1; at > 0; at--) {
    const other = next(at + 1);
    [pack[at], pack[other]] = [pack[other], pack[at]];
  }
  return [0, 1, 2, 3].map((seat) => pack.slice(seat * RANKS, (seat + 1) * RANKS).sort((a, b) => a - b));
}

/** Returns a match before its first card. */
export function opened(seed) {
  return { seed, number: 0, version: 0, hands: dealt(seed, 0), trick: [], leader: 0, turn: 0, points: [0, 0, 0, 0] };
}

/** Returns the cards that a seat may play. */
export function allowed(match, seat) {
  const hand = match.hands[seat];
  if (!match.trick.length) return hand;
  const fits = hand.filter((card) => suitOf(card) === suitOf(match.trick[0]));
  return fits.length ? fits : hand;
}

/** Plays a card and returns whether it was allowed; changes the match only then. */
export function play(match, seat, card) {
  if (seat !== match.turn || !allowed(match, seat).includes(card)) return false;
  const hand = match.hands[seat];
  hand.splice(hand.indexOf(card), 1);
  match.trick.push(card);
  match.version++;
  match.turn = (seat + 1) % SEATS;
  if (match.trick.length === SEATS) take(match);
  return true;
}

function take(match) {
  const { trick } = match;
  let best = 0;
  trick.forEach((card, at) => {
    if (suitOf(card) === suitOf(trick[0]) && card > trick[best]) best = at;
  });
  const taker = (match.leader + best) % SEATS;
  match.points[taker] += trick.filter((card) => suitOf(card) === HEARTS).length;
  match.trick = [];
  match.leader = match.turn = taker;
  if (match.hands[taker].length) return;
  match.number++;
  match.hands = dealt(match.seed, match.number);
  match.leader = match.turn = match.number % SEATS;
}
