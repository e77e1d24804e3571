import './card.css'
import { BACK_SHAPE, FIGURES, RANK_SHAPES, SUIT_SHAPES } from './card_shapes.ts'
import { rankOf, rankText, suitOf, type Letters, type Suit } from './cards.ts'
import { language } from './words.ts'

interface CardProps {
  /** The card as the contract writes it, `QS`; not looked at where the back is shown. */
  readonly card?: string
  readonly back?: boolean | undefined
  /** Whether it is shown as one that may not be played. */
  readonly dimmed?: boolean | undefined
  /** What it is called aloud; without it the card is decoration. */
  readonly label?: string | undefined
  /** The letters of its court cards; those of the page's language unless given. */
  readonly letters?: Letters | undefined
}

/** A card, 5 by 7, as large as its box. */
export function Card({ card, back, dimmed, label, letters }: CardProps) {
  const heard = label === undefined ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': label }
  const isBack = back === true || card === undefined
  return (
    <svg class={isBack ? 'card' : `card suit-${suitOf(card)}`} viewBox="0 0 60 84" {...heard}>
      <rect class="paper" x=".5" y=".5" width="59" height="83" rx="5.5" />
      {isBack ? <Back /> : <Face card={card} letters={letters ?? language.value} />}
      {dimmed === true && <rect class="veil" x="1" y="1" width="58" height="82" rx="5" />}
    </svg>
  )
}

/** The sign of a suit, as large as its box: red, or in the colour of the text around it. */
export function SuitSign({ suit, label }: { readonly suit: Suit; readonly label?: string | undefined }) {
  const heard = label === undefined ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': label }
  return (
    <svg class={`card sign suit-${suit}`} viewBox="0 0 32 32" {...heard}>
      <path class="ink" d={SUIT_SHAPES[suit]} />
    </svg>
  )
}

function Face({ card, letters }: { readonly card: string; readonly letters: Letters }) {
  const rank = rankText(card, letters)
  const suit = SUIT_SHAPES[suitOf(card)]
  const figure = FIGURES[rankOf(card)]
  return (
    <>
      <path class="rank" transform="translate(7.5 8)" d={RANK_SHAPES[rank]} />
      <path class="ink" transform="translate(5.5 38) scale(.62)" d={suit} />
      {figure === undefined ? (
        <path class="ink" transform={rankOf(card) === 'A' ? PIP_OF_ACE : PIP} d={suit} />
      ) : (
        <g transform="translate(25 41.5) scale(1.08)">
          <path class="ink" d={figure.ink} />
          <path class="bare" d={figure.bare} />
          <path class="gilt" d={figure.gilt} />
        </g>
      )}
    </>
  )
}

const PIP = 'translate(26.5 48.5) scale(.95)'
const PIP_OF_ACE = 'translate(23 44) scale(1.06)'

function Back() {
  return (
    <>
      <rect class="back" x="3.5" y="3.5" width="53" height="77" rx="3.5" />
      <rect class="back-line" x="6" y="6" width="48" height="72" rx="2" />
      <path class="back-ink" d={BACK_SHAPE} />
    </>
  )
}
