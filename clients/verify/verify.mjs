#!/usr/bin/env node
// Checks that the cards of exported matches of Kierki are those that the service had bound
// itself to. It shares no code with the service: docs/fairness.md is all it follows.
//
//   node verify.mjs match.json            one match, or one a line; - is the input
//   node verify.mjs --vectors vectors.json
//
// Ends with 0 if every deal is fair, 1 if one is not, 2 if a file cannot be read. Node 18 or later.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const RANKS = "23456789TJQKA";
const SUITS = "CDHS";
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const SECRET_BYTES = 32;

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hmac = (key, ...parts) => {
  const code = createHmac("sha256", key);
  for (const part of parts) code.update(part);
  return code.digest();
};

/** The secret of a practice match. */
export const practiceSecret = (number) => sha256(`kierki practice\0${number}`);

/** The seed of a deal; deal 0 is the draw for the first dealer. */
export const dealSeed = (secret, deal) => hmac(secret, `kierki deal\0${deal}`);

/** The hash by which the service binds itself to a seed. */
export const commitment = (seed, deal, matchId) =>
  sha256(`kierki commitment\0${deal}\0${matchId}\0`, seed).toString("hex");

/** The hash by which the log tells that a seat has added entropy. */
export const receipt = (matchId, deal, seat, value) =>
  sha256(`kierki entropy\0${deal}\0${matchId}\0${seat}\0`, value).toString("hex");

/** The cards in the order of dealing. `entropy` holds a Buffer for each seat. */
export function shuffled(deck, seed, entropy) {
  const order = [...deck];
  const numbers = stream(seed, entropy);
  for (let place = order.length - 1; place > 0; place -= 1) {
    const bound = place + 1;
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let number = numbers.next().value;
    while (number >= limit) number = numbers.next().value;
    const drawn = number % bound;
    [order[place], order[drawn]] = [order[drawn], order[place]];
  }
  return order;
}

function* stream(seed, entropy) {
  const given = Buffer.concat(entropy.flatMap((part) => [uint(part.length, 2), part]));
  for (let counter = 0; ; counter += 1) {
    const block = hmac(seed, uint(counter, 4), given);
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

function uint(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** What is wrong with each deal of a match: a list of { number, codes }, the draw being 0. */
export function verify(match) {
  const players = match.game?.players ?? match.rules?.players;
  const deals = match.deals ?? [];
  const checks = [{ number: 0, codes: drawFaults(match, players, deals[0]) }];
  let dealer = checks[0].codes.length === 0 ? highest(match.draw) : null;
  deals.forEach((deal, index) => {
    checks.push({ number: index + 1, codes: dealFaults(match, players, deal, index + 1, dealer) });
    dealer = (deal.dealer + 1) % players;
  });
  return checks;
}

function drawFaults(match, players, firstDeal) {
  const draw = match.draw ?? [];
  if (draw.length === 0 || firstDeal === undefined) return ["NO_CARDS"];
  const seed = seedOf(match, 0, match.drawSeed);
  if (seed === false) return ["BAD_SEED"];
  if (seed === null) return ["NO_SEED"];
  const drawn = shuffled(deckOf(firstDeal), seed, []).slice(0, players);
  if (!same(drawn, draw)) return ["BAD_SEED"];
  return commitmentFaults(match, 0, seed, match.drawCommitment);
}

function dealFaults(match, players, deal, number, dealer) {
  if (deal.number !== number) return ["WRONG_DEAL"];
  if (deal.dealer >= players || (dealer !== null && deal.dealer !== dealer)) return ["WRONG_DEALER"];
  const hands = deal.hands ?? [];
  if (hands.length !== players) return ["NO_CARDS"];
  const deck = deckOf(deal);
  const dealt = [...hands.flat(), ...(deal.talon ?? []), ...(deal.odd ? [deal.odd] : [])];
  if (dealt.length !== deck.length) return ["CARD_TWICE"];
  const seed = seedOf(match, number, deal.seed);
  if (seed === false) return ["BAD_SEED"];
  if (seed === null) return ["NO_SEED"];
  const entropy = deal.entropy?.length ? deal.entropy : Array(players).fill("");
  if (entropy.length !== players) return ["NO_SUCH_SEAT"];
  const order = shuffled(deck, seed, entropy.map((part) => Buffer.from(part, "hex")));
  if (!sameDeal(order, deal, players)) return ["BAD_SEED"];
  return commitmentFaults(match, number, seed, deal.commitment);
}

/** The seed, null where none is known, false where a practice match states another one. */
function seedOf(match, number, stated) {
  const seed = stated == null ? null : Buffer.from(stated, "hex");
  if (match.practiceSeed == null) return seed;
  const known = dealSeed(practiceSecret(match.practiceSeed), number);
  return seed === null || seed.equals(known) ? known : false;
}

function commitmentFaults(match, number, seed, stated) {
  if (stated == null) return match.practiceSeed == null ? ["NO_COMMITMENT"] : [];
  if (match.matchId == null) return ["NO_COMMITMENT"];
  const right = seed.length === SECRET_BYTES && commitment(seed, number, match.matchId) === stated;
  return right ? [] : ["BAD_COMMITMENT"];
}

/** The deck that a deal was made with, in the order in which it is shuffled. */
function deckOf(deal) {
  const cards = new Set([...(deal.hands ?? []).flat(), ...(deal.talon ?? []), deal.odd]);
  return DECK.filter((card) => cards.has(card));
}

/** Whether an order of the deck gives these hands, one card at a time from the dealer's left. */
function sameDeal(order, deal, players) {
  const inHands = deal.hands.flat().length;
  const hands = deal.hands.map(() => []);
  order.slice(0, inHands).forEach((card, at) => {
    hands[(deal.dealer + 1 + at) % players].push(card);
  });
  const talon = deal.talon ?? [];
  return (
    hands.every((hand, seat) => sameSet(hand, deal.hands[seat])) &&
    sameSet(order.slice(inHands, inHands + talon.length), talon) &&
    same(order.slice(inHands + talon.length), deal.odd ? [deal.odd] : [])
  );
}

const same = (one, other) => one.join() === other.join();
const sameSet = (one, other) => same([...one].sort(), [...other].sort());

/** The seat that deals first: the highest rank drawn, then spades, hearts, diamonds, clubs. */
function highest(draw) {
  const worth = draw.map((card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));
  return worth.indexOf(Math.max(...worth));
}

function vectorFaults(vector) {
  const { deal, matchId } = vector;
  const secret = practiceSecret(vector.practice);
  const seed = dealSeed(secret, deal);
  const entropy = vector.entropy.map((part) => Buffer.from(part, "hex"));
  const deck = DECK.filter((card) => !vector.removed.includes(card));
  const receipts = entropy.map((part, seat) => part.length ? receipt(matchId, deal, seat, part) : "");
  const found = {
    secret: secret.toString("hex"),
    seed: seed.toString("hex"),
    commitment: commitment(seed, deal, matchId),
    receipts: receipts.join(" "),
    order: shuffled(deck, seed, entropy).join(" "),
  };
  const stated = { ...vector, receipts: vector.receipts.join(" ") };
  return Object.keys(found).filter((name) => found[name] !== stated[name]);
}

function readMatches(file) {
  const text = readFileSync(file === "-" ? 0 : file, "utf8").replace(/^\uFEFF/gm, "");
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
}

function checkVectors(file) {
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  const wrong = vectors.map(vectorFaults);
  wrong.forEach((names, at) => console.log(`vector ${at + 1}  ${names.join(" ") || "ok"}`));
  return wrong.some((names) => names.length) ? 1 : 0;
}

function checkMatches(file) {
  let worst = 0;
  const matches = readMatches(file);
  if (matches.length === 0) throw new Error("there is no match in the file");
  for (const match of matches) {
    if (match?.kierki !== 1) throw new Error("this is no match of version 1 of the notation");
    console.log(`Match ${match.matchId ?? "without an id"}`);
    for (const { number, codes } of verify(match)) {
      const name = number ? `deal ${String(number).padStart(2)}` : "draw   ";
      console.log(`${name}  ${codes.length ? `not ok ${codes.join(" ")}` : "ok"}`);
      worst = codes.length ? 1 : worst;
    }
    console.log("");
  }
  return worst;
}

function main(words) {
  const vectors = words[0] === "--vectors";
  const files = vectors ? words.slice(1) : words;
  if (files.length === 0) {
    console.error("usage: node verify.mjs [--vectors] FILE ...");
    return 2;
  }
  const codes = files.map((file) => {
    try {
      return vectors ? checkVectors(file) : checkMatches(file);
    } catch (error) {
      console.error(`${file}: ${error.message}`);
      return 2;
    }
  });
  return Math.max(...codes);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv.slice(2));
}
