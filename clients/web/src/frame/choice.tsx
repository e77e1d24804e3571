import { useId } from 'preact/hooks'

export interface Answer<Value> {
  readonly value: Value
  readonly label: string
  /** What it means, where the label does not say it all. */
  readonly hint?: string | undefined
}

const LETTERS_ABREAST = 34 // on the narrowest screen

/** One of a few answers, all of them seen: radio buttons that look like one control. */
export function Choice<Value extends string | number>({
  legend,
  value,
  answers,
  fault,
  onChoose,
}: {
  legend: string
  value: Value
  answers: readonly Answer<Value>[]
  fault?: string | undefined
  onChoose: (value: Value) => void
}) {
  const id = useId()
  const hint = answers.find((at) => at.value === value)?.hint
  const longest = Math.max(...answers.map(({ label }) => label.length))
  const isLong = longest * answers.length > LETTERS_ABREAST
  return (
    <fieldset class="answers" aria-describedby={`${id}-fault`}>
      <legend>{legend}</legend>
      <div class={isLong ? 'answers-row answers-stacked' : 'answers-row'}>
        {answers.map((at) => (
          <label key={at.value}>
            <input
              type="radio"
              name={id}
              checked={at.value === value}
              aria-invalid={fault !== undefined}
              onChange={() => onChoose(at.value)}
            />
            <span>{at.label}</span>
          </label>
        ))}
      </div>
      {hint && <p class="soft hint">{hint}</p>}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  )
}

/** Says at a field why its value is refused. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} class="failure">
      {text}
    </p>
  )
}
