import { told } from '../../../ui/words.ts'
import { ruleSets } from '../rule_sets.ts'
import { defaultIn } from '../create/options.ts'
import { termOf } from '../terms.ts'
import { Clock } from './clock.tsx'
import type { Table } from './lobby.ts'
import { say } from './words.ts'

/** What is agreed on at a table: how many, the clock, and where its rules differ from the usual. */
export function Agreed({ table }: { table: Table }) {
  const variants = variantsOf(table)
  return (
    <section aria-label={say('agreed')} class="agreed">
      <ul class="agreed-facts soft">
        <li>{say('players', { n: table.players })}</li>
        <li>
          <Clock clock={table} />
        </li>
        <li>{termOf(table.visibility)}</li>
        <li>{say('levelOf', { level: termOf(table.botLevel) })}</li>
        {table.practice && <li>{say('practice')}</li>}
      </ul>
      {variants.length > 0 && (
        <ul class="agreed-variants">
          {variants.map(({ id, text, value }) => (
            <li key={id}>
              {text} <strong>{value}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function variantsOf(table: Table): { id: string; text: string; value: string }[] {
  const ruleSet = ruleSets.value?.find(({ id }) => id === table.ruleSet)
  const values = Object.fromEntries(table.rules?.options.map(({ id, value }) => [id, value]) ?? [])
  return (ruleSet?.options ?? []).flatMap((option) => {
    const { id, text, type } = option
    const value = values[id]
    if (value === undefined || value === defaultIn(option, values)) return []
    const names = type === 'PERMUTATION' ? value.split(',') : [value]
    return [{ id, text: told(text).replace(/\.$/, ':'), value: names.map((at) => nameOf(option, at)).join(', ') }]
  })
}

function nameOf({ values, valueTexts }: { values: string[]; valueTexts: { pl: string; en: string }[] }, value: string) {
  const text = valueTexts[values.indexOf(value)]
  return text ? told(text) : value
}
