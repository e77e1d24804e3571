// How a hand lies: one row or more, so that each card can be tapped and nothing jumps as it shrinks.

/** Sizes in pixels. */
export interface HandShape {
  readonly cardWidth: number
  readonly height: number
  /** The top left corner of each card, in the order of the hand. */
  readonly places: readonly { readonly x: number; readonly y: number }[]
}

const RATIO = 7 / 5
const WIDEST = 92
const NARROWEST = 52
/** What stays visible of a card that another one overlaps. */
const VISIBLE_ROW = 0.7
export const LIFT = 14

/** Returns where the cards lie in a hand that began with so many, in a room of this width. */
export function shapeOf(count: number, full: number, width: number): HandShape {
  const most = Math.max(count, full, 1)
  const leastStep = width < 640 ? 41 : 34
  const perRow = Math.max(1, Math.floor((width - NARROWEST) / leastStep) + 1)
  const rowsAtMost = Math.ceil(most / perRow)
  const inRow = Math.ceil(most / rowsAtMost)
  const cardWidth = Math.round(Math.min(WIDEST, Math.max(NARROWEST, (width / inRow) * 1.12)))
  const rowStep = Math.max(44, cardWidth * RATIO * VISIBLE_ROW)
  const rows = Math.max(1, Math.ceil(count / inRow))
  const each = Math.ceil(count / rows)
  const places = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / each)
    const here = Math.min(each, count - row * each)
    const step = here > 1 ? Math.min(cardWidth + 6, (width - cardWidth) / (each - 1)) : 0
    const left = (width - (step * (here - 1) + cardWidth)) / 2
    return { x: left + (at % each) * step, y: LIFT + (rowsAtMost - rows + row) * rowStep }
  })
  return { cardWidth, height: Math.ceil(LIFT + (rowsAtMost - 1) * rowStep + cardWidth * RATIO), places }
}
