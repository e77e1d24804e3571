// What a person is asked at the table now, and what a tap on one of his cards comes to.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { choiceOf, picked, type Choice } from './choice.ts'
import type { LegalMoves, Match } from './match.ts'
import { questionOf } from './question.ts'
import type { TableState } from './state.ts'

export interface Asking {
  readonly asked: LegalMoves | null
  readonly choice: Choice | null
  /** The question in words, null while there is none. */
  readonly question: string | null
  /** The cards that are chosen so far, where several are asked for. */
  readonly chosen: readonly string[]
  readonly tap: (card: string) => void
}

/** Whether there is more to choose by than cards that are played at a tap. */
export function needsPanel(choice: Choice | null): choice is Choice {
  return choice !== null && (choice.pick !== null || choice.range !== null || choice.buttons.length > 0)
}

export function useAsking(state: TableState, match: Match): Asking {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const asked = state.asked.value
  const choice = useMemo(() => (asked === null ? null : choiceOf(asked)), [asked])
  useEffect(() => setChosen([]), [match.decisionVersion])
  const question = asked === null ? null : questionOf(match, asked, state.rules.value)
  const tap = (card: string) => {
    if (choice === null) return state.tell({ code: 'NOT_YOUR_TURN', message: '', section: null, suit: null })
    const text = choice.taps.get(card)
    if (text !== undefined) return void state.move(text)
    if (choice.pick === null || !isPlayable(match, card)) return tellWhyNot(state, match, card)
    state.tell(null)
    setChosen(picked(chosen, card, choice.pick.count))
  }
  return { asked, choice, question, chosen, tap }
}

function isPlayable(match: Match, card: string): boolean {
  return match.legalMoves?.cards.some((at) => at.card === card && at.playable) ?? false
}

function tellWhyNot(state: TableState, match: Match, card: string): void {
  const against = match.legalMoves?.cards.find((at) => at.card === card)
  if (against?.code == null) return
  state.tell({ code: against.code, message: '', section: against.section ?? null, suit: against.suit ?? null })
}
