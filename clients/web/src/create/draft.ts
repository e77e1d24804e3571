// What somebody has chosen for a new match.

import type {
  CreateMatchInput,
  Level,
  OnExpiry,
  Visibility,
  Watching,
} from '../../../ui/generated/operations.ts'
import type { RuleSet } from '../rule_sets.ts'
import { differing, settle, type Chosen } from './options.ts'

export interface Draft {
  readonly ruleSet: string
  readonly players: number
  readonly chosen: Chosen
  readonly visibility: Visibility
  readonly botLevel: Level
  readonly turnSeconds: number | null
  readonly bankSeconds: number | null
  readonly incrementSeconds: number
  readonly onExpiry: OnExpiry
  readonly watching: Watching
  readonly delaySeconds: number | null
  readonly startWhenFull: boolean
  readonly sit: boolean
  /** As it is typed; empty for none. */
  readonly seed: string
}

const USUAL_PLAYERS = 4

/** Returns what a form begins with: the rules that are published first, and sensible settings. */
export function beginning(ruleSet: RuleSet): Draft {
  return {
    ruleSet: ruleSet.id,
    players: playersOf(ruleSet, USUAL_PLAYERS),
    chosen: {},
    visibility: 'UNLISTED',
    botLevel: 'MEDIUM',
    turnSeconds: 120,
    bankSeconds: null,
    incrementSeconds: 0,
    onExpiry: 'BOT',
    watching: 'TABLE',
    delaySeconds: 0,
    startWhenFull: false,
    sit: true,
    seed: '',
  }
}

/** Returns a draft with other rules: as many players as before if they take them, no options. */
export function withRuleSet(draft: Draft, ruleSet: RuleSet): Draft {
  return { ...draft, ruleSet: ruleSet.id, players: playersOf(ruleSet, draft.players), chosen: {} }
}

/** Returns the match that a draft asks for. */
export function inputOf(draft: Draft, ruleSet: RuleSet): CreateMatchInput {
  const { chosen, watching, delaySeconds, seed, ...plain } = draft
  return {
    ...plain,
    options: differing(settle(ruleSet, draft.players, chosen)),
    incrementSeconds: draft.bankSeconds === null ? 0 : draft.incrementSeconds,
    spectators: { watching, delaySeconds },
    seed: seed === '' ? null : Number(seed),
  }
}

function playersOf({ players }: RuleSet, wanted: number): number {
  return players.includes(wanted) ? wanted : (players[0] ?? wanted)
}
