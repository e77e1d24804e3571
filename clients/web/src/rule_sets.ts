// The rule sets that can be played: published data, asked for once.

import { signal, type ReadonlySignal } from '@preact/signals'
import { RuleSetsDocument, type RuleSetsQuery } from '../../ui/generated/operations.ts'
import { told } from '../../ui/words.ts'
import { visitor } from './session.ts'

export type RuleSet = RuleSetsQuery['ruleSets'][number]
export type Option = RuleSet['options'][number]

const known = signal<readonly RuleSet[] | null>(null)
let asked: Promise<readonly RuleSet[]> | null = null

/** Every rule set; null until they have come. */
export const ruleSets: ReadonlySignal<readonly RuleSet[] | null> = known

/** Ask for the rule sets unless they are there; throws Unanswered. */
export function loadRuleSets(): Promise<readonly RuleSet[]> {
  asked ??= visitor.run(RuleSetsDocument, {}).then(
    ({ ruleSets: found }) => (known.value = found),
    (fault: unknown) => {
      asked = null
      throw fault
    },
  )
  return asked
}

/** Returns what a rule set is called; its id until that is known. */
export function ruleSetName(id: string): string {
  const found = known.value?.find((at) => at.id === id)
  return found ? told(found.name) : id
}
