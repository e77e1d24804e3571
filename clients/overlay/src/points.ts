/** Points as people write them: `−40`, `0`, and `+90` where the sign is asked for. */
export function pointsText(points: number, signed = false): string {
  if (points < 0) return `−${-points}`
  return signed && points > 0 ? `+${points}` : String(points)
}
