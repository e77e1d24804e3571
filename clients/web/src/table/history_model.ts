// The log of a match in words, by deal: tricks and what happens besides.

import type { Effect, Entry, Play, Scene } from './match.ts'
import { cardOf } from './match.ts'
import { cardText, nameOf, plain, signed, trumpOfLetter, trumpText } from './names.ts'
import { say } from './words.ts'

export type HistoryLine =
  | { readonly kind: 'line'; readonly seq: number; readonly text: string }
  | {
      readonly kind: 'trick'
      readonly seq: number
      readonly plays: readonly Play[]
      /** Null while it is not complete. */
      readonly taker: number | null
      readonly points: number
    }

export interface HistoryDeal {
  /** 0 is what comes before the first deal. */
  readonly number: number
  /** The first entry of it. */
  readonly seq: number
  readonly lines: readonly HistoryLine[]
  readonly points: readonly number[] | null
}

interface Open {
  number: number
  seq: number
  lines: HistoryLine[]
  points: readonly number[] | null
}

/** Returns the deals of a log with all that happened in each. */
export function historyOf(log: readonly Entry[], scene: Pick<Scene, 'seats'>): readonly HistoryDeal[] {
  const deals: Open[] = [{ number: 0, seq: 1, lines: [], points: null }]
  let plays: Play[] = []
  for (const entry of log) {
    const deal = deals[deals.length - 1]
    if (deal === undefined) break
    const card = cardOf(entry)
    const seat = entry.action.seat
    const isTrick = card !== null && entry.next.phase !== 'LOTTERY' && !entry.effects.some(({ kind }) => kind === 'SEAT_OUT')
    if (isTrick && seat != null) plays.push({ seat, card })
    else add(deal, entry.seq, actionText(entry, scene))
    for (const effect of entry.effects) {
      const open = deals[deals.length - 1] ?? deal
      if (effect.kind === 'TRICK_TAKEN') {
        const taker = effect.seat ?? null
        open.lines.push({ kind: 'trick', seq: entry.seq, plays, taker, points: effect.points?.[taker ?? 0] ?? 0 })
        plays = []
      } else if (effect.kind === 'DEAL_STARTED') {
        deals.push({ number: effect.number ?? deals.length, seq: entry.seq, lines: [], points: null })
      } else if (effect.kind === 'DEAL_SCORED') open.points = effect.points ?? null
      else add(open, entry.seq, effectText(effect, scene))
    }
  }
  if (plays.length > 0) {
    deals.at(-1)?.lines.push({ kind: 'trick', seq: log.at(-1)?.seq ?? 0, plays, taker: null, points: 0 })
  }
  return deals
}

function add(deal: Open, seq: number, text: string | null): void {
  if (text !== null) deal.lines.push({ kind: 'line', seq, text })
}

/** What an entry's action was, in words; null where there is nothing to tell. */
export function actionText(entry: Entry, scene: Pick<Scene, 'seats'>): string | null {
  const { kind, seat, name, cause, move } = entry.action
  const told = kind === 'MOVED' ? moveText(move) : otherText(kind, name ?? '')
  if (told === null) return null
  const text = seat == null || kind === 'JOINED' || kind === 'BOT_ADDED' ? told : `${nameOf(scene, seat)} ${told}`
  return cause === 'TIMEOUT' ? `${text} (${say('byClock')})` : text
}

function otherText(kind: string, name: string): string | null {
  switch (kind) {
    case 'STARTED': return say('started')
    case 'JOINED': return say('joined', { name })
    case 'BOT_ADDED': return say('botAdded', { name })
    case 'LEFT': return say('left')
    case 'TAKEN_OVER': return say('takenOver')
    case 'RECLAIMED': return say('reclaimed')
    case 'RESIGNED': return say('resigned')
    case 'FORFEITED': return say('forfeited')
    case 'PAUSED': return say('isPaused')
    case 'RESUMED': return say('isResumed')
    case 'VOIDED': return say('isVoided')
    case 'ENTROPY_ADDED': return say('added')
    default: return null
  }
}

function moveText(move: string | null | undefined): string | null {
  if (move == null) return say('gives') // what others give is hidden
  const [verb, first = '', ...more] = move.split(' ')
  switch (verb) {
    case 'play': return say('plays', { card: cardText(first) })
    case 'trump': return say('namesTrump', { trump: trumpText(trumpOfLetter(first)) })
    case 'give': return say('givesThat', { cards: [first, ...more].map(cardText).join(' ') })
    case 'keep': return say('keeps')
    case 'open': return say('opens', { n: first })
    case 'bid': return say('bids', { n: first })
    case 'lower': return say('lowers', { n: first })
    case 'pass': return say('passes')
    case 'moon': return say('moons')
    default: return move
  }
}

function effectText({ kind, seat, cards, place, bid }: Effect, scene: Pick<Scene, 'seats'>): string | null {
  const name = seat == null ? '' : nameOf(scene, seat)
  switch (kind) {
    case 'SEAT_SKIPPED': return say('skipped', { name })
    case 'SEAT_OUT': return say('out', { name, n: place ?? 0 })
    case 'GHOSTS_LAID': return say('ghosts', { cards: (cards ?? []).map(cardText).join(' ') })
    case 'TALON_TAKEN': return say('talonTaken', { name, n: bid ?? 0 })
    case 'ODD_CARD_SHOWN': return `${say('oddCard')}: ${(cards ?? []).map(cardText).join(' ')}`
    default: return null
  }
}

/** A trick in one line: who played what, who takes it, and what for. */
export function trickText(
  { plays, taker, points }: Extract<HistoryLine, { kind: 'trick' }>,
  scene: Pick<Scene, 'seats'>,
): { readonly cards: string; readonly end: string } {
  const cards = plays.map(({ seat, card }) => `${nameOf(scene, seat)} ${cardText(card)}`).join(' · ')
  if (taker === null) return { cards, end: '' }
  const name = nameOf(scene, taker)
  return { cards, end: points === 0 ? say('takes', { name }) : say('takesFor', { name, points: signed(points) }) }
}

/** The points of a deal by name. */
export function pointsText(points: readonly number[], scene: Pick<Scene, 'seats'>): string {
  return points.map((at, seat) => `${nameOf(scene, seat)} ${plain(at)}`).join(' · ')
}
