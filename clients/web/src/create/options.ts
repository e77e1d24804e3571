// The options of a rule set as the published data describes them: which are asked for, and with
// which values. No option is known here by its name.

import type { OptionValueInput } from '../../../ui/generated/operations.ts'
import type { Option, RuleSet } from '../rule_sets.ts'

export type Chosen = Readonly<Record<string, string>>

export interface Settled {
  /** The options that mean something beside the others, in their order. */
  readonly shown: readonly Option[]
  /** The value of every option of these rules. */
  readonly values: Chosen
}

/** Returns what holds once somebody has chosen; a choice that means nothing is left out. */
export function settle(ruleSet: RuleSet, players: number, chosen: Chosen): Settled {
  const options = ruleSet.options.filter((at) => at.players.length === 0 || at.players.includes(players))
  let kept = chosen
  for (;;) {
    const values = valued(options, kept)
    const shown = options.filter((at) => isMeant(at, values))
    const left = Object.fromEntries(shown.flatMap(({ id }) => (kept[id] === undefined ? [] : [[id, kept[id]]])))
    if (Object.keys(left).length === Object.keys(kept).length) return { shown, values }
    kept = left
  }
}

/** Returns the options that differ from their defaults, as a match is made with them. */
export function differing({ shown, values }: Settled): OptionValueInput[] {
  return shown.flatMap((option) => {
    const value = values[option.id] ?? option.default
    return value === defaultIn(option, values) ? [] : [{ id: option.id, value }]
  })
}

/** Returns the default that holds beside the values of others. */
export function defaultIn({ default: usual, otherDefault }: Option, values: Chosen): string {
  return otherDefault && values[otherDefault.option] === otherDefault.value ? otherDefault.default : usual
}

function valued(options: readonly Option[], chosen: Chosen): Chosen {
  const values: Record<string, string> = {}
  for (const option of options) values[option.id] = chosen[option.id] ?? defaultIn(option, values)
  return values
}

function isMeant({ needs }: Option, values: Chosen): boolean {
  return needs.every((need) => need.values.includes(values[need.option] ?? ''))
}
