import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CreateMatchDocument, type Visibility } from '../../../ui/generated/operations.ts'
import { granted, Refused } from '../answers.ts'
import { excuse, excuseOf } from '../excuses.ts'
import { Choice } from '../frame/choice.tsx'
import { somebody } from '../play.ts'
import { go } from '../router.ts'
import type { RuleSet } from '../rule_sets.ts'
import { termOf } from '../terms.ts'
import { beginning, inputOf, withRuleSet, type Draft } from './draft.ts'
import { differing, settle } from './options.ts'
import { OptionField } from './option_field.tsx'
import { RuleChoice } from './rule_choice.tsx'
import { ClockFields, LevelField, RareFields, SpectatorFields, TurnField } from './table_fields.tsx'
import { say } from './words.ts'

const VISIBILITIES: readonly Visibility[] = ['UNLISTED', 'INVITED', 'PUBLIC']
const HINTS = { UNLISTED: 'unlistedHint', INVITED: 'invitedHint', PUBLIC: 'publicHint' } as const
const MORE = /^(bank|increment|onExpiry|spectators|startWhenFull|sit|seed)/

/** The form of a new table: what matters first, the rest folded. */
export function CreateForm({ ruleSets }: { ruleSets: readonly RuleSet[] }) {
  const draft = useSignal<Draft>(beginning(ruleSets[0]!))
  const fault = useSignal<unknown>(null)
  const isSending = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const ruleSet = ruleSets.find(({ id }) => id === draft.value.ruleSet) ?? ruleSets[0]!
  const settled = settle(ruleSet, draft.value.players, draft.value.chosen)
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part }
    fault.value = null
  }
  const refusedField = fault.value instanceof Refused ? fault.value.field : null
  const faultAt = (field: string) => (field === refusedField ? refusalText(fault.value as Refused) : undefined)
  useEffect(() => {
    if (refusedField) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fault.value])

  const send = async (): Promise<void> => {
    const { api } = await somebody()
    const answer = await api.run(CreateMatchDocument, { input: inputOf(draft.value, ruleSet) })
    go(`/m/${granted(answer.createMatch, 'MatchCreated').match.id}`)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (isSending.value) return
    isSending.value = true
    fault.value = null
    send()
      .catch((thrown: unknown) => (fault.value = thrown))
      .finally(() => (isSending.value = false))
  }

  const fields = { draft: draft.value, faultAt, onChange: change }
  return (
    <form class="create" ref={form} noValidate onSubmit={submit}>
      <section class="panel fields">
        <RuleChoice
          ruleSets={ruleSets}
          chosen={ruleSet}
          onChoose={(chosen) => change(withRuleSet(draft.value, chosen))}
        />
        <Choice
          legend={say('players')}
          value={draft.value.players}
          answers={ruleSet.players.map((value) => ({ value, label: String(value) }))}
          fault={faultAt('players')}
          onChoose={(players) => change({ players })}
        />
        <Choice
          legend={say('visibility')}
          value={draft.value.visibility}
          answers={VISIBILITIES.map((value) => ({ value, label: termOf(value), hint: say(HINTS[value]) }))}
          fault={faultAt('visibility')}
          onChoose={(visibility) => change({ visibility })}
        />
        <TurnField {...fields} />
        <LevelField {...fields} />
      </section>
      <Folded
        title={say('variants')}
        note={changedText(differing(settled).length)}
        mustOpen={refusedField?.startsWith('options.') ?? false}
      >
        {settled.shown.length === 0 && <p class="soft">{say('noVariants')}</p>}
        {settled.shown.map((option) => (
          <OptionField
            key={`${ruleSet.id} ${option.id}`}
            option={option}
            value={settled.values[option.id] ?? option.default}
            fault={faultAt(`options.${option.id}`)}
            onChoose={(value) => change({ chosen: { ...draft.value.chosen, [option.id]: value } })}
          />
        ))}
      </Folded>
      <Folded title={say('more')} note="" mustOpen={refusedField !== null && MORE.test(refusedField)}>
        <ClockFields {...fields} />
        <SpectatorFields {...fields} />
        <RareFields {...fields} />
      </Folded>
      <div class="create-end">
        <p class="failure" role="alert">
          {fault.value !== null && refusedField === null && excuse(fault.value)}
        </p>
        <button type="submit" class="primary" aria-disabled={isSending.value}>
          {say('create')}
        </button>
      </div>
    </form>
  )
}

function Folded({
  title,
  note,
  mustOpen,
  children,
}: {
  title: string
  note: string
  mustOpen: boolean
  children: ComponentChildren
}) {
  const place = useRef<HTMLDetailsElement>(null)
  if (mustOpen && place.current) place.current.open = true
  return (
    <details class="panel folded" ref={place}>
      <summary>
        <h2>{title}</h2>
        <span class="soft">{note}</span>
      </summary>
      <div class="fields">{children}</div>
    </details>
  )
}

function changedText(n: number): string {
  return n === 0 ? '' : say('changed', { n })
}

function refusalText({ code, allowed }: Refused): string {
  const help = allowed && allowed.length > 0 ? ` ${say('allowed', { values: allowed.join(', ') })}` : ''
  return excuseOf(code) + help
}
