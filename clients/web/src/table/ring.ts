// Where the seats are around the table: the viewer below, the seat to his left first.

/** A place on the table, in percent of its width and height; `tall` is the height in a narrow, tall one. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly tall: number
  /** Where it is across a narrow, tall table; null: where it is otherwise. */
  readonly tallX: number | null
}

/** A direction from the middle of the table, each part from -1 to 1. */
export interface Direction {
  readonly dx: number
  readonly dy: number
}

const at = (x: number, y: number, tall = y): Place => ({ x, y, tall, tallX: null })
const BELOW = at(50, 100)
const RINGS: Readonly<Record<number, readonly Place[]>> = {
  3: [at(0, 14), at(100, 14)],
  4: [at(0, 42, 24), at(50, 0), at(100, 42, 24)],
  5: [at(0, 48, 26), at(16, 0), at(84, 0), at(100, 48, 26)],
  6: [at(0, 52, 26), at(0, 0), at(50, 0), at(100, 0), at(100, 52, 26)],
  7: [at(0, 68, 42), at(0, 32, 21), at(18, 0), at(82, 0), at(100, 32, 21), at(100, 68, 42)],
}

/** The place of a seat, as seen from another; `viewer` null sees from seat 0. */
export function placeOf(seat: number, players: number, viewer: number | null): Place {
  const clockwise = (seat - (viewer ?? 0) + players) % players
  return clockwise === 0 ? BELOW : (RINGS[players]?.[clockwise - 1] ?? BELOW)
}

/** The same beside a layout, which needs the whole width: in rows of three above it where the table is tall. */
export function placeBesideLayout(seat: number, players: number, viewer: number | null): Place {
  const place = placeOf(seat, players, viewer)
  if (place === BELOW) return place
  const others = players - 1
  const n = (seat - (viewer ?? 0) + players) % players - 1
  const inFirst = others <= 3 ? others : Math.ceil(others / 2)
  const [column, columns, tall] = n < inFirst ? [n, inFirst, 0] : [n - inFirst, others - inFirst, SECOND_ROW]
  return { ...place, tall, tallX: columns === 1 ? 50 : (column * 100) / (columns - 1) }
}

const SECOND_ROW = 20

/** The way from the middle of the table to a seat. */
export function directionOf(seat: number, players: number, viewer: number | null): Direction {
  const { x, y } = placeOf(seat, players, viewer)
  const [across, down] = [(x - 50) / 50, (y - 50) / 50]
  const length = Math.hypot(across, down) || 1
  return { dx: across / length, dy: down / length }
}
