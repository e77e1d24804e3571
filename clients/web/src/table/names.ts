// What to call seats, cards, trumps and numbers.

import { cardName, rankText, suitName, suitSymbol, type Suit } from '../../../ui/cards.ts'
import { language } from '../../../ui/words.ts'
import type { Scene } from './match.ts'
import { say } from './words.ts'

const LETTERS = { CLUBS: 'C', DIAMONDS: 'D', HEARTS: 'H', SPADES: 'S' } as const

/** The name of whoever sits on a seat. */
export function nameOf(scene: Pick<Scene, 'seats'>, seat: number): string {
  return scene.seats[seat]?.name ?? say('seat', { n: seat + 1 })
}

/** The same, with the viewer as `you`. */
export function nameOrYou(scene: Scene, seat: number): string {
  return seat === scene.viewerSeat ? say('you') : nameOf(scene, seat)
}

/** Several names, joined as the language does. */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(names)
}

/** The letter of a suit as the contract's enum names it; null for no trump. */
export function letterOf(trump: string): Suit | null {
  return LETTERS[trump as keyof typeof LETTERS] ?? null
}

/** A trump with its sign; no trump in words. */
export function trumpText(trump: string): string {
  const letter = letterOf(trump)
  return letter === null ? say('noTrump') : `${suitSymbol(letter)} ${suitName(letter, language.value)}`
}

/** A card as it is written in a line: `Q♠`. */
export function cardText(card: string): string {
  return `${rankText(card, language.value)}${suitSymbol(card)}`
}

/** A card as it is read out: `queen of spades`. */
export function cardAloud(card: string): string {
  return cardName(card, language.value)
}

/** Points with their sign: `+25`, `−60`, `0`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : plain(points)
}

/** A number with a real minus. */
export function plain(points: number): string {
  return String(points).replace('-', '−')
}

/** A span of time: `0:07`, `12:30`, `3:05:00`, `2 days`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds >= 172_800) return say('clockDays', { n: Math.floor(seconds / 86_400) })
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** A part of points, to a tenth: `3.5`. */
export function rounded(points: number): string {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(points)
}

/** A move as it is named in a sentence: the card alone, or what is said with it. */
export function moveInWords(move: string): string {
  const [verb = '', ...cards] = move.split(' ')
  if (verb === 'play' || verb === 'give') return cards.map(cardText).join(' ')
  const [argument = ''] = cards
  switch (verb) {
    case 'trump': return say('trumpIs', { trump: trumpText(trumpOfLetter(argument)) })
    case 'keep': return say('keeps')
    case 'open': return say('opens', { n: argument })
    case 'bid': return say('bids', { n: argument })
    case 'lower': return say('lowers', { n: argument })
    case 'pass': return say('passes')
    default: return move
  }
}

const TRUMPS: Readonly<Record<string, string>> = { C: 'CLUBS', D: 'DIAMONDS', H: 'HEARTS', S: 'SPADES', N: 'NONE' }

/** The trump that the last letter of a move names, as the contract's enum has it. */
export function trumpOfLetter(letter: string): string {
  return TRUMPS[letter] ?? letter
}
