import { useSignal } from '@preact/signals'
import { told } from '../../../ui/words.ts'
import type { RuleSet } from '../rule_sets.ts'
import { say } from './words.ts'

/** The rules to play by, each with a sentence; folded to the chosen ones. */
export function RuleChoice({
  ruleSets,
  chosen,
  onChoose,
}: {
  ruleSets: readonly RuleSet[]
  chosen: RuleSet
  onChoose: (ruleSet: RuleSet) => void
}) {
  const isOpen = useSignal(false)
  const shown = isOpen.value ? ruleSets : [chosen]
  // Arrow keys go from answer to answer, so that they leave the list open.
  const choose = (ruleSet: RuleSet): void => {
    onChoose(ruleSet)
    isOpen.value = false
  }
  return (
    <fieldset class="rule-choice">
      <legend>{say('rules')}</legend>
      {shown.map((ruleSet) => (
        <label key={ruleSet.id} class="rule">
          <input
            type="radio"
            name="rule-set"
            checked={ruleSet === chosen}
            onChange={() => onChoose(ruleSet)}
            onClick={(event) => event.detail > 0 && choose(ruleSet)}
          />
          <span>
            <strong>{told(ruleSet.name)}</strong>
            <span class="soft">{told(ruleSet.summary)}</span>
          </span>
          <span class="soft rule-players">{playersText(ruleSet)}</span>
        </label>
      ))}
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {isOpen.value ? say('fold') : say('otherRules', { n: ruleSets.length })}
      </button>
    </fieldset>
  )
}

function playersText({ players }: RuleSet): string {
  const [first, last] = [players[0] ?? 0, players.at(-1) ?? 0]
  return first === last ? `${first}` : `${first}–${last}`
}
