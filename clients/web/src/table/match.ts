// The names by which the table calls what the contract gives it.

import type {
  MatchAtQuery,
  MatchEventsSubscription,
  MatchQuery,
  MatchRulesQuery,
} from '../../../ui/generated/operations.ts'

export type Match = NonNullable<MatchQuery['match']>
export type Seat = Match['seats'][number]
export type LegalMoves = NonNullable<Match['legalMoves']>
export type CardChoice = LegalMoves['cards'][number]
export type Game = NonNullable<Match['game']>
export type Deal = NonNullable<Game['deal']>
export type Trick = Deal['tricks'][number]
export type Play = Deal['table'][number]

type FeedItem = MatchEventsSubscription['matchEvents']
export type Entry = NonNullable<FeedItem['entry']>
export type Effect = Entry['effects'][number]

export type Rules = NonNullable<NonNullable<MatchRulesQuery['match']>['rules']>
export type DealRules = Rules['deals'][number]

/** A match as it stood at a version. */
export type MatchThen = Extract<
  NonNullable<MatchAtQuery['matchAt']>,
  { __typename: 'MatchThen' }
>['match']

/** As much of a match as a table shows, in play or in a replay. */
export interface Scene {
  readonly viewerSeat: number | null
  readonly seats: readonly Pick<Seat, 'seat' | 'kind' | 'name' | 'botAccount' | 'level' | 'givenUp'>[]
  readonly game: Game | null
}

/** The card that an entry says was played or laid; null where it was another move. */
export function cardOf(entry: Entry): string | null {
  const { kind, move } = entry.action
  return kind === 'MOVED' && move?.startsWith('play ') ? move.slice('play '.length) : null
}

/** The rules of a deal by its number in the match. */
export function rulesOfDeal(rules: Rules, number: number): DealRules | undefined {
  return rules.deals[(number - 1) % rules.deals.length]
}
