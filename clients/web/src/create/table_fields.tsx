import type { Level, OnExpiry, Watching } from '../../../ui/generated/operations.ts'
import { Choice } from '../frame/choice.tsx'
import { NumberField, SelectField, SwitchField } from '../frame/fields.tsx'
import { termOf } from '../terms.ts'
import { spanOf } from '../waiting/spans.ts'
import type { Draft } from './draft.ts'
import { say } from './words.ts'

export type FaultAt = (field: string) => string | undefined
export type Change = (part: Partial<Draft>) => void

export interface Shown {
  readonly draft: Draft
  readonly faultAt: FaultAt
  readonly onChange: Change
}

const LEVELS: readonly Level[] = ['EASY', 'MEDIUM', 'STRONG']
const EXPIRIES: readonly OnExpiry[] = ['BOT', 'DEFAULT_MOVE', 'FORFEIT']
const WATCHINGS: readonly Watching[] = ['TABLE', 'OPEN_HANDS', 'NOBODY']
const TURNS = [15, 30, 60, 120, 300, 3_600, 86_400, 259_200, null] as const
const BANKS = [null, 60, 300, 600, 1_800] as const
const INCREMENTS = [0, 2, 5, 10, 30] as const
const DELAYS = [0, 30, 60, 120, 300, null] as const

/** How long one may think. */
export function TurnField({ draft, faultAt, onChange }: Shown) {
  return (
    <SelectField
      label={say('turn')}
      value={draft.turnSeconds}
      answers={TURNS.map((value) => ({ value, label: value === null ? say('noClock') : spanOf(value) }))}
      fault={faultAt('turnSeconds')}
      onChoose={(turnSeconds) => onChange({ turnSeconds })}
    />
  )
}

/** How well the house's bots play. */
export function LevelField({ draft, faultAt, onChange }: Shown) {
  return (
    <Choice
      legend={say('bots')}
      value={draft.botLevel}
      answers={LEVELS.map((value) => ({ value, label: termOf(value) }))}
      fault={faultAt('botLevel')}
      onChoose={(botLevel) => onChange({ botLevel })}
    />
  )
}

/** The rest of the clock. */
export function ClockFields({ draft, faultAt, onChange }: Shown) {
  if (draft.turnSeconds === null) return null
  return (
    <>
      <SelectField
        label={say('bank')}
        value={draft.bankSeconds}
        answers={BANKS.map((value) => ({ value, label: value === null ? say('noBank') : spanOf(value) }))}
        fault={faultAt('bankSeconds')}
        onChoose={(bankSeconds) => onChange({ bankSeconds })}
      />
      {draft.bankSeconds !== null && (
        <SelectField
          label={say('increment')}
          value={draft.incrementSeconds}
          answers={INCREMENTS.map((value) => ({ value, label: spanOf(value) }))}
          fault={faultAt('incrementSeconds')}
          onChoose={(incrementSeconds) => onChange({ incrementSeconds })}
        />
      )}
      <SelectField
        label={say('expiry')}
        value={draft.onExpiry}
        answers={EXPIRIES.map((value) => ({ value, label: termOf(value) }))}
        fault={faultAt('onExpiry')}
        onChoose={(onExpiry) => onChange({ onExpiry })}
      />
    </>
  )
}

/** Who may watch, and how late. */
export function SpectatorFields({ draft, faultAt, onChange }: Shown) {
  return (
    <>
      <SelectField
        label={say('watching')}
        value={draft.watching}
        answers={WATCHINGS.map((value) => ({ value, label: termOf(value) }))}
        fault={faultAt('spectators.watching')}
        onChoose={(watching) => onChange({ watching })}
      />
      {draft.watching !== 'NOBODY' && (
        <SelectField
          label={say('delay')}
          value={draft.delaySeconds}
          answers={DELAYS.map((value) => ({ value, label: delayText(value) }))}
          fault={faultAt('spectators.delaySeconds')}
          onChoose={(delaySeconds) => onChange({ delaySeconds })}
        />
      )}
    </>
  )
}

/** What is rarely asked for. */
export function RareFields({ draft, faultAt, onChange }: Shown) {
  return (
    <>
      <SwitchField
        label={say('startWhenFull')}
        value={draft.startWhenFull}
        onSwitch={(startWhenFull) => onChange({ startWhenFull })}
      />
      <SwitchField label={say('sit')} hint={say('sitHint')} value={draft.sit} onSwitch={(sit) => onChange({ sit })} />
      <NumberField
        label={say('seed')}
        hint={say('seedHint')}
        value={draft.seed}
        minimum={0}
        fault={faultAt('seed')}
        onType={(seed) => onChange({ seed })}
      />
    </>
  )
}

function delayText(seconds: number | null): string {
  if (seconds === null) return say('afterDeal')
  return seconds === 0 ? say('atOnce') : spanOf(seconds)
}
