// The viewer's hand as it is shown: sorted, with what stands against each card.

import { inHandOrder } from '../../../ui/cards.ts'
import type { HandCard } from './hand.tsx'
import type { Match } from './match.ts'
import { nameOf } from './names.ts'
import { reason } from './reasons.ts'
import type { Pending } from './state.ts'
import { say } from './words.ts'

/** Returns the cards of the hand, those that are chosen with whom they are for. */
export function handOf(
  match: Match,
  pending: Pending | null,
  chosen: readonly string[],
  receivers: readonly number[],
): readonly HandCard[] {
  const choices = new Map(match.legalMoves?.cards.map((at) => [at.card, at]))
  const isAsked = [...choices.values()].some(({ playable }) => playable)
  const underWay = new Set(pending?.text.split(' ').slice(1))
  return [...(match.game?.deal?.hand ?? [])].sort(inHandOrder).map((card) => {
    const at = choices.get(card)
    const isBarred = isAsked && at !== undefined && !at.playable && at.code != null
    const receiver = receivers.length > 1 ? receivers[chosen.indexOf(card)] : undefined
    return {
      card,
      against: isBarred ? reason({ code: at.code ?? '', message: '', suit: at.suit ?? null }) : null,
      isChosen: chosen.includes(card),
      isUnderWay: underWay.has(card),
      note: receiver === undefined ? null : say('forSeat', { name: nameOf(match, receiver) }),
    }
  })
}
