import type { Match } from './match.ts'

/** Returns the match to show: the newest in play; else the one shown; else one that waits for players. */
export function foremost(matches: readonly Match[], shown: Match | null): Match | undefined {
  const first = (status: string) => matches.find((match) => match.status === status)
  const same = shown === null || shown.status === 'lobby' ? undefined : matches.find(({ id }) => id === shown.id)
  return first('playing') ?? same ?? first('lobby') ?? matches[0]
}
