// Asking for a new match, and what is said against it.

import { useSignal } from '@preact/signals'
import { CreateMatchDocument } from '../../../ui/generated/operations.ts'
import { granted, Refused } from '../answers.ts'
import { excuse, excuseOf } from '../excuses.ts'
import { somebody } from '../play.ts'
import { go } from '../router.ts'
import type { RuleSet } from '../rule_sets.ts'
import { inputOf, type Draft } from './draft.ts'
import { say } from './words.ts'

export interface Creation {
  readonly isSending: boolean
  /** What was thrown the last time; null for nothing. */
  readonly fault: unknown
  /** The field that was refused; null for none, or where it is not known. */
  readonly refusedField: string | null
  /** Returns what is said against a field. */
  readonly faultAt: (field: string) => string | undefined
  /** What is said against all of it, where no field is to blame. */
  readonly failure: string | null
  /** Ask for the match of a draft, and go there. */
  readonly send: (draft: Draft, ruleSet: RuleSet) => void
  /** Something has changed, so that nothing is said against it yet. */
  readonly forget: () => void
}

/** A match that is asked for once at a time. */
export function useCreation(): Creation {
  const isSending = useSignal(false)
  const thrown = useSignal<unknown>(null)
  const fault = thrown.value
  const refusedField = fault instanceof Refused ? fault.field : null
  return {
    isSending: isSending.value,
    fault,
    refusedField,
    faultAt: (field) => (fault instanceof Refused && field === refusedField ? refusalText(fault) : undefined),
    failure: fault === null || refusedField !== null ? null : excuse(fault),
    send: (draft, ruleSet) => {
      if (isSending.peek()) return
      isSending.value = true
      thrown.value = null
      create(draft, ruleSet)
        .catch((caught: unknown) => (thrown.value = caught))
        .finally(() => (isSending.value = false))
    },
    forget: () => {
      thrown.value = null
    },
  }
}

async function create(draft: Draft, ruleSet: RuleSet): Promise<void> {
  const { api } = await somebody()
  const answer = await api.run(CreateMatchDocument, { input: inputOf(draft, ruleSet) })
  go(`/m/${granted(answer.createMatch, 'MatchCreated').match.id}`)
}

function refusalText({ code, allowed }: Refused): string {
  const help = allowed && allowed.length > 0 ? ` ${say('allowed', { values: allowed.join(', ') })}` : ''
  return excuseOf(code) + help
}
