import { useId } from 'preact/hooks'
import { Fault, type Answer } from './choice.tsx'

/** One of many answers. */
export function SelectField<Value extends string | number | null>({
  label,
  value,
  answers,
  fault,
  onChoose,
}: {
  label: string
  value: Value
  answers: readonly (Answer<Value> & { label: string })[]
  fault?: string | undefined
  onChoose: (value: Value) => void
}) {
  const id = useId()
  const choose = (index: number): void => {
    const chosen = answers[index]
    if (chosen) onChoose(chosen.value)
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={answers.findIndex((at) => at.value === value)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {answers.map((at, index) => (
          <option key={index} value={index}>
            {at.label}
          </option>
        ))}
      </select>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

/** A whole number, kept as it is typed. */
export function NumberField({
  label,
  hint,
  value,
  minimum,
  maximum,
  fault,
  onType,
}: {
  label: string
  hint?: string | undefined
  value: string
  minimum?: number | undefined
  maximum?: number | undefined
  fault?: string | undefined
  onType: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputmode="numeric"
        min={minimum}
        max={maximum}
        step={1}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="soft hint">
        {hint}
      </p>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

/** Yes or no. */
export function SwitchField({
  label,
  hint,
  value,
  onSwitch,
}: {
  label: string
  hint?: string
  value: boolean
  onSwitch: (value: boolean) => void
}) {
  return (
    <label class="switch">
      <span>
        {label}
        {hint && <span class="soft hint">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={value}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </label>
  )
}
