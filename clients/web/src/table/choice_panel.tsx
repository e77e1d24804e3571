import { useState } from 'preact/hooks'
import { SuitSign } from '../../../ui/card.tsx'
import { suitName, type Suit } from '../../../ui/cards.ts'
import { language } from '../../../ui/words.ts'
import { stepOf, type Choice, type Range } from './choice.ts'
import { say } from './words.ts'
import './choice_panel.css'

interface ChoicePanelProps {
  readonly choice: Choice
  readonly question: string
  readonly chosen: readonly string[]
  readonly onMove: (text: string) => void
}

/** What is chosen otherwise than by tapping a card: buttons, numbers, cards that go together. */
export function ChoicePanel({ choice, question, chosen, onMove }: ChoicePanelProps) {
  const { pick, range, buttons } = choice
  return (
    <div class="choice" role="group" aria-label={question}>
      <div class="choice-parts">
        {pick !== null && (
          <button
            type="button"
            class="primary"
            disabled={chosen.length !== pick.count}
            onClick={() => onMove([pick.verb, ...chosen].join(' '))}
          >
            {`${say('give')} (${chosen.length}/${pick.count})`}
          </button>
        )}
        {range !== null && <Stepper key={`${range.verb} ${range.minimum}`} range={range} onMove={onMove} />}
        {buttons.map((move) => (
          <MoveButton key={move} move={move} onMove={onMove} />
        ))}
      </div>
    </div>
  )
}

function MoveButton({ move, onMove }: { move: string; onMove: (text: string) => void }) {
  const suit = trumpOf(move)
  return (
    <button type="button" class={suit === null ? '' : 'choice-suit'} data-move={move} onClick={() => onMove(move)}>
      {suit !== null && <SuitSign suit={suit} />}
      <span>{moveText(move)}</span>
    </button>
  )
}

function trumpOf(move: string): Suit | null {
  const [verb, suit] = move.split(' ')
  return verb === 'trump' && suit !== undefined && 'CDHS'.includes(suit) ? (suit as Suit) : null
}

/** A move in words; one of a kind that is new, as the service writes it. */
function moveText(move: string): string {
  const suit = trumpOf(move)
  if (suit !== null) return suitName(suit, language.value)
  const [verb = '', argument] = move.split(' ')
  if (move === 'trump N') return say('noTrump')
  if (move === 'keep') return say('keep')
  if (move === 'pass') return say('pass')
  if (move === 'moon add_others') return say('addOthers')
  if (move === 'moon subtract_self') return say('subtractSelf')
  return numberText(verb, argument) ?? move
}

function numberText(verb: string, n: string | number | undefined): string | null {
  if (n === undefined || !/^\d+$/.test(String(n))) return null
  if (verb === 'open' || verb === 'bid' || verb === 'lower') return say(verb, { n })
  return say('say', { verb, n })
}

function Stepper({ range, onMove }: { range: Range; onMove: (text: string) => void }) {
  const [value, setValue] = useState(range.minimum)
  const step = stepOf(range)
  const within = (n: number) => Math.min(range.maximum, Math.max(range.minimum, Math.round(n) || range.minimum))
  const next = (way: 1 | -1) => {
    const even = way > 0 ? Math.floor(value / step) : Math.ceil(value / step)
    setValue(within((even + way) * step))
  }
  return (
    <>
      <div class="stepper">
        <button type="button" aria-label={say('less')} disabled={value <= range.minimum} onClick={() => next(-1)}>
          −
        </button>
        <input
          type="number"
          inputMode="numeric"
          aria-label={say('amount')}
          min={range.minimum}
          max={range.maximum}
          value={value}
          onChange={({ currentTarget }) => setValue(within(currentTarget.valueAsNumber))}
        />
        <button type="button" aria-label={say('more')} disabled={value >= range.maximum} onClick={() => next(1)}>
          +
        </button>
      </div>
      <button type="button" class="primary" data-move={range.verb} onClick={() => onMove(`${range.verb} ${value}`)}>
        {numberText(range.verb, value) ?? value}
      </button>
    </>
  )
}
