import type { Visibility } from '../../../ui/generated/operations.ts'
import { Choice } from '../frame/choice.tsx'
import type { RuleSet } from '../rule_sets.ts'
import { termOf } from '../terms.ts'
import { withRuleSet } from './draft.ts'
import { RuleChoice } from './rule_choice.tsx'
import { LevelField, TurnField, type Shown } from './table_fields.tsx'
import { say } from './words.ts'

const VISIBILITIES: readonly Visibility[] = ['UNLISTED', 'INVITED', 'PUBLIC']
const HINTS = { UNLISTED: 'unlistedHint', INVITED: 'invitedHint', PUBLIC: 'publicHint' } as const

/** What everybody decides: by which rules, how many, who may come, how fast. */
export function FirstFields({
  ruleSets,
  ruleSet,
  ...fields
}: { ruleSets: readonly RuleSet[]; ruleSet: RuleSet } & Shown) {
  const { draft, faultAt, onChange } = fields
  return (
    <section class="panel fields">
      <RuleChoice ruleSets={ruleSets} chosen={ruleSet} onChoose={(chosen) => onChange(withRuleSet(draft, chosen))} />
      <Choice
        legend={say('players')}
        value={draft.players}
        answers={ruleSet.players.map((value) => ({ value, label: String(value) }))}
        fault={faultAt('players')}
        onChoose={(players) => onChange({ players })}
      />
      <Choice
        legend={say('visibility')}
        value={draft.visibility}
        answers={VISIBILITIES.map((value) => ({ value, label: termOf(value), hint: say(HINTS[value]) }))}
        fault={faultAt('visibility')}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <TurnField {...fields} />
      <LevelField {...fields} />
    </section>
  )
}
