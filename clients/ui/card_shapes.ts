// The lines that cards are made of. Ranks are strokes in a box of 16 by 24, suits areas of 32 by 32,
// court figures areas of 30 by 36.

import type { Suit } from './cards.ts'

export const RANK_SHAPES: Record<string, string> = {
  '2': 'M1 6.5A7 6.5 0 0 1 15 7C15 12 7 15 1 24H15.5',
  '3': 'M1 2.8Q4 0 8 0A6 5.4 0 0 1 8 10.8H6.5H8A7.3 6.6 0 0 1 8 24Q3.5 24 .5 21',
  '4': 'M11.5 24V0L0 17H16',
  '5': 'M14 0H3L2 10.3Q4.5 8.8 7.5 8.8A7.6 7.6 0 0 1 7.5 24Q3.5 24 .5 21.5',
  '6': 'M1 16.5A7.2 7.5 0 1 0 15.4 16.5 7.2 7.5 0 0 0 1 16.5C1 8 5 2.5 11.5 0',
  '7': 'M.5 0H15.5L6 24',
  '8': 'M8 0A6 5.4 0 0 1 8 10.8 6 5.4 0 0 1 8 0M8 10.8A7.4 6.6 0 0 1 8 24 7.4 6.6 0 0 1 8 10.8',
  '9': 'M15.4 7.5A7.2 7.5 0 1 0 1 7.5 7.2 7.5 0 0 0 15.4 7.5C15.4 16 11.4 21.5 5 24',
  '10': 'M-1 3.5 3 0V24M14 0A4.8 5.5 0 0 1 18.8 5.5V18.5A4.8 5.5 0 0 1 9.2 18.5V5.5A4.8 5.5 0 0 1 14 0',
  J: 'M5 0H13V17A6 7 0 0 1 1 18',
  Q: 'M8 0A8 8.5 0 0 1 16 8.5V15.5A8 8.5 0 0 1 0 15.5V8.5A8 8.5 0 0 1 8 0M9.5 16 16.5 25',
  K: 'M1 0V24M15 0 1.5 14M6.5 9.5 16 24',
  A: 'M0 24 8 0 16 24M3 16.5H13',
  W: 'M-1.5 0 3 24 8 7 13 24 17.5 0',
  D: 'M1 0H5A11 12 0 0 1 5 24H1Z',
}

export const SUIT_SHAPES: Record<Suit, string> = {
  C: 'M10.8 12.5A7 7 0 1 1 21.2 12.5 7 7 0 1 1 17.6 22.6Q18 28 21.5 31H10.5Q14 28 14.4 22.6A7 7 0 1 1 10.8 12.5Z',
  D: 'M16 .5Q20.5 9 28 16 20.5 23 16 31.5 11.5 23 4 16 11.5 9 16 .5Z',
  H: 'M16 30.5C11 23 1.5 17.5 1.5 9.5A7.5 7.5 0 0 1 16 7 7.5 7.5 0 0 1 30.5 9.5C30.5 17.5 21 23 16 30.5Z',
  S: 'M16 .5C11.5 8 2 12.5 2 20A6.6 6.6 0 0 0 14.3 23.3Q14 28 10.5 31H21.5Q18 28 17.7 23.3A6.6 6.6 0 0 0 30 20C30 12.5 20.5 8 16 .5Z',
}

/** A court figure: what is filled with its suit's colour, left bare, and gilded. */
export interface Figure {
  readonly ink: string
  readonly bare: string
  readonly gilt: string
}

const ROBE = 'M1 36C1 27 7 23.5 15 23.5S29 27 29 36Z'
const FACE = 'M8.8 14.5A6.2 7.5 0 0 1 21.2 14.5 6.2 7.5 0 0 1 8.8 14.5Z'

export const FIGURES: Record<string, Figure> = {
  J: {
    ink: `${ROBE}M6.5 22V11C6.5 6 10 3.5 15 3.5S23.5 6 23.5 11V22H19V25H11V22Z`,
    bare: 'M9.5 11.5H20.5V16A5.5 6.5 0 0 1 9.5 16Z',
    gilt: 'M21 8.5C20 3 24 .5 29.5 .5 29.5 5.5 26.5 9.5 21 8.5Z',
  },
  Q: {
    ink: `${ROBE}M5 26C4 12 7 6.5 15 6.5S26 12 25 26Z`,
    bare: FACE,
    gilt: 'M8 9 6.5 2 11 5 15 0 19 5 23.5 2 22 9Z',
  },
  K: {
    ink: `${ROBE}M7 12H23V18C23 24 19 28 15 30 11 28 7 24 7 18Z`,
    bare: 'M9.5 11.5H20.5V16Q20.5 17.5 18 17.5H12Q9.5 17.5 9.5 16Z',
    gilt: 'M6.5 12 4 2 10.5 5.5 15 0 19.5 5.5 26 2 23.5 12Z',
  },
}

/** Hearts in rows on the back of a card of 60 by 84. */
export const BACK_SHAPE = Array.from({ length: 28 }, (_, at) => {
  const row = Math.floor(at / 4)
  const x = 12 + (at % 4) * 12
  const y = 15.5 + row * 9.9
  return `M${x} ${y}c-1.5-2.5-4-3.5-4-6 0-2.5 3-3 4-.8 1-2.2 4-1.7 4 .8 0 2.5-2.5 3.5-4 6z`
}).join('')
