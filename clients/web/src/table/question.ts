// What a seat is asked, in words.

import type { LegalMoves, Match, Rules } from './match.ts'
import { rulesOfDeal } from './match.ts'
import { joined, nameOf } from './names.ts'
import { say } from './words.ts'

/** For whom the cards are that a seat is to give, in the order in which they are chosen. */
export function receiversOf(match: Match, rules: Rules | null): readonly number[] {
  const deal = match.game?.deal
  const own = match.viewerSeat
  if (deal == null || own === null) return []
  const players = match.seats.length
  if (deal.phase === 'EXCHANGE') return Array.from({ length: players - 1 }, (_, at) => (own + 1 + at) % players)
  const known = rules === null ? undefined : rulesOfDeal(rules, deal.number)
  if (known?.__typename !== 'TrickDeal' || known.passing == null) return []
  return [(own + known.passing.to) % players]
}

/** Returns the question to put to whoever is asked. */
export function questionOf(match: Match, asked: LegalMoves, rules: Rules | null): string {
  const names = receiversOf(match, rules).map((seat) => nameOf(match, seat))
  switch (match.game?.deal?.phase) {
    case 'TRICKS': return say('playCard')
    case 'LOTTERY': return say('layCard')
    case 'TRUMP': return say('chooseTrump')
    case 'KEEPING': return say('keepOrSell')
    case 'BIDDING': return say('bidOrPass')
    case 'LOWERING': return say('lowerOrKeep')
    case 'MOON': return say('chooseMoon')
    case 'EXCHANGE': return say('giveEach', { names: joined(names) })
    case 'PASSING': return say('giveTo', { n: asked.choose ?? 1, name: joined(names) })
    default: return say('chooseMove')
  }
}
