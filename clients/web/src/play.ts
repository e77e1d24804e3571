// The ways to a table: alone with bots, with whoever comes, by sitting down at one.

import {
  CreateMatchDocument,
  JoinMatchDocument,
  QuickMatchDocument,
  StartMatchDocument,
  type CreateMatchInput,
} from '../../ui/generated/operations.ts'
import { granted } from './answers.ts'
import { go } from './router.ts'
import { enter, session, type Session } from './session.ts'
import { name } from './settings.ts'
import { words } from '../../ui/words.ts'

const say = words({ guest: 'Gość' }, { guest: 'Guest' })

// A match alone is not pressed for time, but one that is left comes to its end.
const ALONE: CreateMatchInput = { turnSeconds: 86_400, onExpiry: 'BOT' }

/** Returns who plays here; makes a guest account, named as the person has said, if nobody does. */
export async function somebody(): Promise<Session> {
  return session.value ?? (await enter(name.value.trim() || someName()))
}

/** Returns a name that tells guests apart at a table. */
function someName(): string {
  return `${say('guest')} ${100 + Math.floor(Math.random() * 900)}`
}

/** Start a match against bots, by the service's own choice of rules, and go to it. */
export async function playWithBots(): Promise<void> {
  const { api } = await somebody()
  const made = granted((await api.run(CreateMatchDocument, { input: ALONE })).createMatch, 'MatchCreated')
  const { id: matchId } = made.match
  const started = await api.run(StartMatchDocument, { matchId, fillWithBots: true })
  granted(started.startMatch, 'MatchStarted')
  go(`/m/${matchId}`)
}

/** Sit down with whoever wants to play now, and go there. */
export async function playWithPeople(): Promise<void> {
  const { api } = await somebody()
  const found = granted((await api.run(QuickMatchDocument, { input: {} })).quickMatch, 'QuickMatchJoined')
  go(`/m/${found.match.id}`)
}

/** Sit down at a table, on its first empty seat unless one is named, and go there. */
export async function join(
  matchId: string,
  { seat = null, inviteCode = null }: { seat?: number | null; inviteCode?: string | null } = {},
): Promise<void> {
  const { api } = await somebody()
  const { joinMatch } = await api.run(JoinMatchDocument, { matchId, seat, inviteCode })
  const isThereAlready = joinMatch?.__typename === 'Refusal' && joinMatch.code === 'ALREADY_SEATED'
  if (!isThereAlready) granted(joinMatch, 'MatchJoined')
  go(`/m/${matchId}`)
}
