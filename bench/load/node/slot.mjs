// The closed loop: one move in flight per match, the next one once everybody has the update.
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** What all slots together have done; `latencies` are those of the window, in milliseconds. */
export class Tally {
  constructor() {
    this.moves = 0;
    this.isMeasuring = false;
    this.latencies = [];
    this.inFlight = 0;
  }

  begin() {
    this.latencies = [];
    this.isMeasuring = true;
  }

  end() {
    this.isMeasuring = false;
    return this.latencies.sort((a, b) => a - b);
  }
}

/** Returns the value below which such a share of sorted values lies; null without any. */
export function quantile(sorted, share) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : null;
}

/**
 * One place at which match after match is played. A move is done when every seat has heard of it
 * and, where the mover gets an answer of his own, he has it; its latency ends with the update.
 */
export class Slot {
  constructor(place, tally, perMatch) {
    this.place = place;
    this.tally = tally;
    this.perMatch = perMatch;
    this.played = 0;
    this.left = 0;
    this.isAnswered = true;
    this.isRunning = false;
    this.isTurning = false;
    place.onUpdate = () => this.heard();
    place.onAnswer = () => this.answer();
  }

  /** Plays until it is told to stop. */
  run() {
    this.isRunning = true;
    if (!this.isTurning) this.step();
  }

  step() {
    if (!this.isRunning) return;
    if (this.played === this.perMatch || this.place.isOver) {
      this.turn();
      return;
    }
    this.played++;
    this.left = this.place.updatesHeard;
    this.isAnswered = !this.place.answersMover;
    this.tally.inFlight++;
    this.began = now();
    this.place.play();
  }

  /** Goes to the next match. */
  async turn() {
    this.isTurning = true;
    await this.place.turnTo();
    this.played = 0;
    this.place.isOver = false;
    this.isTurning = false;
    this.step();
  }

  heard() {
    if (this.left === 0) return;
    if (--this.left === 0) this.measure();
    this.goOn();
  }

  answer() {
    this.isAnswered = true;
    if (this.place.updatesHeard === 0) this.measure();
    this.goOn();
  }

  measure() {
    this.tally.moves++;
    if (this.tally.isMeasuring) this.tally.latencies.push(now() - this.began);
  }

  goOn() {
    if (this.left > 0 || !this.isAnswered) return;
    this.tally.inFlight--;
    this.step();
  }
}
