import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RuleSet } from '../rule_sets.ts'
import { useCreation } from './creation.ts'
import { beginning, type Draft } from './draft.ts'
import { FirstFields } from './first_fields.tsx'
import { Folded } from './folded.tsx'
import { OptionField } from './option_field.tsx'
import { differing, settle } from './options.ts'
import { ClockFields, RareFields, SpectatorFields, type Shown } from './table_fields.tsx'
import { say } from './words.ts'

const MORE = /^(bank|increment|onExpiry|spectators|startWhenFull|sit|seed)/

/** The form of a new table: what matters first, the rest folded. */
export function CreateForm({ ruleSets }: { ruleSets: readonly RuleSet[] }) {
  const draft = useSignal<Draft>(beginning(ruleSets[0]!))
  const creation = useCreation()
  const form = useRef<HTMLFormElement>(null)
  const ruleSet = ruleSets.find(({ id }) => id === draft.value.ruleSet) ?? ruleSets[0]!
  const { refusedField, faultAt } = creation
  useEffect(() => {
    if (refusedField) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [creation.fault])
  const onChange = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part }
    creation.forget()
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    creation.send(draft.value, ruleSet)
  }
  const fields = { draft: draft.value, faultAt, onChange }
  return (
    <form class="create" ref={form} noValidate onSubmit={submit}>
      <FirstFields ruleSets={ruleSets} ruleSet={ruleSet} {...fields} />
      <Variants ruleSet={ruleSet} mustOpen={refusedField?.startsWith('options.') ?? false} {...fields} />
      <Folded title={say('more')} mustOpen={refusedField !== null && MORE.test(refusedField)}>
        <ClockFields {...fields} />
        <SpectatorFields {...fields} />
        <RareFields {...fields} />
      </Folded>
      <div class="create-end">
        <p class="failure" role="alert">
          {creation.failure}
        </p>
        <button type="submit" class="primary" aria-disabled={creation.isSending}>
          {say('create')}
        </button>
      </div>
    </form>
  )
}

/** The options of the rules that mean something beside the others chosen. */
function Variants({ ruleSet, mustOpen, draft, faultAt, onChange }: { ruleSet: RuleSet; mustOpen: boolean } & Shown) {
  const settled = settle(ruleSet, draft.players, draft.chosen)
  const changes = differing(settled).length
  return (
    <Folded title={say('variants')} note={changes > 0 ? say('changed', { n: changes }) : ''} mustOpen={mustOpen}>
      {settled.shown.length === 0 && <p class="soft">{say('noVariants')}</p>}
      {settled.shown.map((option) => (
        <OptionField
          key={`${ruleSet.id} ${option.id}`}
          option={option}
          value={settled.values[option.id] ?? option.default}
          fault={faultAt(`options.${option.id}`)}
          onChoose={(value) => onChange({ chosen: { ...draft.chosen, [option.id]: value } })}
        />
      ))}
    </Folded>
  )
}
