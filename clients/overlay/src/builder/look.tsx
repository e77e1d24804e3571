import { LANGUAGES, LARGEST_SCALE, LAYOUTS, PARTS, SMALLEST_SCALE, THEMES, type Part } from '../parameters.ts'
import { look, setLook, type Look as Chosen } from './state.ts'
import { say } from './words.ts'

const LANGUAGE_NAMES = { pl: 'polski', en: 'English' }
const PERCENT = 100
const SCALE_STEP = 5

/** How the overlay looks, and which of its parts are shown. */
export function Look() {
  const { theme, layout, lang, scale, hands, motion, fourColours } = look.value
  return (
    <section class="panel" aria-labelledby="look-title">
      <h2 id="look-title">{say('look')}</h2>
      <div class="pair">
        <Choice
          label={say('theme')}
          value={theme}
          all={THEMES}
          named={(at) => say(`theme_${at}`)}
          set={(at) => ({ theme: at })}
        />
        <Choice
          label={say('layout')}
          value={layout}
          all={LAYOUTS}
          named={(at) => say(`layout_${at}`)}
          set={(at) => ({ layout: at })}
        />
      </div>
      <fieldset class="parts">
        <legend>{say('parts')}</legend>
        {PARTS.map((part) => (
          <Tick
            key={part}
            label={say(`part_${part}`)}
            on={look.value.show.has(part)}
            set={(on) => ({ show: withPart(part, on) })}
          />
        ))}
        <Tick label={say('hands')} on={hands} set={(on) => ({ hands: on })} hint="hands-hint" />
        <p id="hands-hint" class="soft">
          {say('hands_hint')}
        </p>
      </fieldset>
      <div class="pair">
        <Choice
          label={say('words')}
          value={lang ?? 'auto'}
          all={['auto', ...LANGUAGES] as const}
          named={(at) => (at === 'auto' ? say('words_auto') : LANGUAGE_NAMES[at])}
          set={(at) => ({ lang: at === 'auto' ? null : at })}
        />
        <label class="field">
          {say('scale', { n: Math.round(scale * PERCENT) })}
          <input
            type="range"
            min={SMALLEST_SCALE * PERCENT}
            max={LARGEST_SCALE * PERCENT}
            step={SCALE_STEP}
            value={scale * PERCENT}
            onInput={({ currentTarget }) => setLook({ scale: currentTarget.valueAsNumber / PERCENT })}
          />
        </label>
      </div>
      <Tick label={say('motion')} on={motion} set={(on) => ({ motion: on })} />
      <Tick label={say('four')} on={fourColours} set={(on) => ({ fourColours: on })} />
    </section>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly all: readonly Value[]
  readonly named: (value: Value) => string
  readonly set: (value: Value) => Partial<Chosen>
}

function Choice<Value extends string>({ label, value, all, named, set }: ChoiceProps<Value>) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => setLook(set(currentTarget.value as Value))}>
        {all.map((one) => (
          <option key={one} value={one}>
            {named(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface TickProps {
  readonly label: string
  readonly on: boolean
  readonly set: (on: boolean) => Partial<Chosen>
  readonly hint?: string
}

function Tick({ label, on, set, hint }: TickProps) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={on}
        aria-describedby={hint}
        onChange={({ currentTarget }) => setLook(set(currentTarget.checked))}
      />
      {label}
    </label>
  )
}

function withPart(part: Part, on: boolean): ReadonlySet<Part> {
  const { show } = look.value
  return new Set(PARTS.filter((at) => (at === part ? on : show.has(at))))
}
