import { told } from '../../../ui/words.ts'
import { Choice } from '../frame/choice.tsx'
import { NumberField, SelectField } from '../frame/fields.tsx'
import { OrderField } from '../frame/order_field.tsx'
import type { Option } from '../rule_sets.ts'
import { say } from './words.ts'

const SEEN_AT_ONCE = 3

interface Shown {
  readonly option: Option
  readonly value: string
  readonly fault: string | undefined
  readonly onChoose: (value: string) => void
}

/** The control of an option, by its published type; one of an unknown type is not asked for. */
export function OptionField(shown: Shown) {
  switch (shown.option.type) {
    case 'CHOICE':
      return <ChoiceOption {...shown} />
    case 'INTEGER':
      return <NumberOption {...shown} />
    case 'PERMUTATION':
      return <OrderOption {...shown} />
    default:
      return null
  }
}

function ChoiceOption({ option, value, fault, onChoose }: Shown) {
  const label = labelOf(option)
  const answers = option.values.map((at) => ({ value: at, label: valueName(option, at) }))
  return answers.length <= SEEN_AT_ONCE ? (
    <Choice legend={label} value={value} answers={answers} fault={fault} onChoose={onChoose} />
  ) : (
    <SelectField label={label} value={value} answers={answers} fault={fault} onChoose={onChoose} />
  )
}

function NumberOption({ option, value, fault, onChoose }: Shown) {
  const { minimum, maximum } = option
  return (
    <NumberField
      label={labelOf(option)}
      hint={minimum === null || maximum === null ? undefined : say('between', { minimum, maximum })}
      value={value}
      minimum={minimum ?? undefined}
      maximum={maximum ?? undefined}
      fault={fault}
      onType={onChoose}
    />
  )
}

function OrderOption({ option, value, onChoose }: Shown) {
  return (
    <OrderField
      legend={labelOf(option)}
      items={value.split(',')}
      nameOf={(item) => valueName(option, item)}
      onOrder={(items) => onChoose(items.join(','))}
    />
  )
}

function labelOf({ text }: Option): string {
  return told(text).replace(/\.$/, '')
}

/** Returns what a value is called; the value itself where nothing is published. */
function valueName({ values, valueTexts }: Option, value: string): string {
  const text = valueTexts[values.indexOf(value)]
  return text ? told(text) : value
}
