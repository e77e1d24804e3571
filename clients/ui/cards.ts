// Cards as the contract writes them, `QS`: a rank of 23456789TJQKA, then a suit of CDHS.

export type Suit = 'C' | 'D' | 'H' | 'S'

/** Whose letters the court cards bear: `pl` W D K, `en` J Q K. */
export type Letters = 'pl' | 'en'

export const RANKS = '23456789TJQKA'
const SYMBOLS = { C: '♣', D: '♦', H: '♥', S: '♠' }
const HAND = 'DCHS' // colours take turns
const POLISH: Record<string, string> = { J: 'W', Q: 'D' }

interface Names {
  readonly ranks: Record<string, string>
  readonly suits: Record<Suit, string>
  readonly of: string
}

const NAMES: Record<Letters, Names> = {
  pl: {
    ranks: { T: 'dziesiątka', J: 'walet', Q: 'dama', K: 'król', A: 'as' },
    suits: { C: 'trefl', D: 'karo', H: 'kier', S: 'pik' },
    of: ' ',
  },
  en: {
    ranks: { T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' },
    suits: { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' },
    of: ' of ',
  },
}
const POLISH_NUMBERS = 'dwójka trójka czwórka piątka szóstka siódemka ósemka dziewiątka'.split(' ')
const ENGLISH_NUMBERS = 'two three four five six seven eight nine'.split(' ')

/** The rank's letter on the wire, `T` for a ten. */
export function rankOf(card: string): string {
  return card.slice(0, 1)
}

export function suitOf(card: string): Suit {
  return card.slice(1) as Suit
}

/** The rank as people write it: `10`, and `W` and `D` in Polish. */
export function rankText(card: string, letters: Letters): string {
  const rank = rankOf(card)
  if (rank === 'T') return '10'
  return (letters === 'pl' && POLISH[rank]) || rank
}

/** ♣ ♦ ♥ or ♠, of a suit's letter or of a card. */
export function suitSymbol(suit: string): string {
  return SYMBOLS[suit.slice(-1) as Suit]
}

/** Whether a card, or a suit's letter, is of hearts or diamonds. */
export function isRed(card: string): boolean {
  return card.endsWith('H') || card.endsWith('D')
}

/** What to call a card aloud: `queen of spades`, `dama pik`. */
export function cardName(card: string, letters: Letters): string {
  const { ranks, suits, of } = NAMES[letters]
  const numbers = letters === 'pl' ? POLISH_NUMBERS : ENGLISH_NUMBERS
  const rank = rankOf(card)
  return `${ranks[rank] ?? numbers[RANKS.indexOf(rank)]}${of}${suits[suitOf(card)]}`
}

/** What to call a suit aloud. */
export function suitName(suit: Suit, letters: Letters): string {
  return NAMES[letters].suits[suit]
}

/** The order of a hand, for `sort`: spades, hearts, clubs, diamonds, each from the ace down. */
export function inHandOrder(one: string, other: string): number {
  return handPlace(other) - handPlace(one)
}

function handPlace(card: string): number {
  return HAND.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card))
}
