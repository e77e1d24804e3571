// What the four seats of one match hold, followed by what the service tells each of them.
const FOUR = [0, 1, 2, 3];

/**
 * Knows which card may be played in the seven penalty deals of kurnik: follow suit; lead a heart
 * only from hearts alone. Where hearts may be led this is stricter than the rules, never laxer.
 */
export class Hands {
  constructor() {
    this.held = FOUR.map(() => new Set());
    this.led = null;
    this.inTrick = 0;
    this.turn = -1;
    this.version = -1;
  }

  /** A seat has been dealt its cards, or shown them as they are before the first card. */
  deal(seat, cards) {
    this.held[seat] = new Set(cards);
    this.led = null;
    this.inTrick = 0;
  }

  /** Takes a card out of the hand of the seat whose turn it is. */
  choose() {
    const hand = [...this.held[this.turn]];
    const fits = this.led ? hand.filter((card) => card[1] === this.led) : hand.filter((card) => card[1] !== 'H');
    const from = fits.length ? fits : hand;
    const card = from[(this.version * 7) % from.length];
    this.held[this.turn].delete(card);
    this.led ??= card[1];
    if (++this.inTrick === 4) {
      this.led = null;
      this.inTrick = 0;
    }
    return card;
  }
}

/** Reads the whole number that stands in a text after a mark, the last of that mark. */
export function numberAfter(text, mark, from = text.lastIndexOf(mark)) {
  return from < 0 ? -1 : Number.parseInt(text.substring(from + mark.length, from + mark.length + 12), 10);
}
