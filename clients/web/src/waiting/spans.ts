import { language } from '../../../ui/words.ts'

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Returns a number of seconds as people say it, in the largest unit that keeps it whole. */
export function spanOf(seconds: number): string {
  const [size, unit] = UNITS.find(([at]) => seconds >= at && seconds % at === 0) ?? UNITS[3]
  const form = { style: 'unit', unit, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(language.value, form).format(seconds / size)
}
