import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api } from '../../../ui/api.ts'
import { MatchesDocument, type MatchesQuery } from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { keep, kept } from '../kept.ts'
import { usePolled } from '../polling.ts'
import { turns } from '../turns.ts'
import { MatchList, MatchRow } from './match_list.tsx'
import { say } from './words.ts'

type MyMatch = Extract<MatchesQuery['matches'], { __typename: 'MatchConnection' }>['edges'][number]['node']

const HAD_RUNNING = 'kierki.had-running'
const SHOWN = 40
const PAST_SHOWN = 5

/** The matches of who plays here: first those that wait for a move, at the end those that are over. */
export function MyMatches({ api }: { api: Api }) {
  const polled = usePolled(async () => {
    const answer = await api.run(MatchesDocument, { first: SHOWN, status: null, after: null })
    const found = granted(answer.matches, 'MatchConnection').edges.map(({ node }) => node)
    keep(HAD_RUNNING, found.some(isOn) ? 'yes' : null)
    return found
  }, [api])
  useEffect(polled.reload, [turns.value])
  const matches = polled.data.value
  const running = (matches ?? expected())?.filter(isOn).sort((one, other) => urgency(other) - urgency(one)) ?? null
  const past = matches?.filter((at) => !isOn(at) && at.status === 'FINISHED') ?? []
  return (
    <>
      <MatchList title={say('mine')} none={null} polled={polled} items={running}>
        {(match) => (
          <MatchRow key={match.id} match={match}>
            <State match={match} />
          </MatchRow>
        )}
      </MatchList>
      {past.length > 0 && <Past matches={past} />}
    </>
  )
}

/** Returns what to show until the matches have come: a place for them if there were some last time. */
function expected(): MyMatch[] | null {
  return kept(HAD_RUNNING) === null ? [] : null
}

function Past({ matches }: { matches: readonly MyMatch[] }) {
  const all = useSignal(false)
  const shown = all.value ? matches : matches.slice(0, PAST_SHOWN)
  return (
    <section class="panel matches" aria-label={say('past')}>
      <h2>{say('past')}</h2>
      <ul>
        {shown.map((match) => (
          <MatchRow key={match.id} match={match}>
            <State match={match} />
          </MatchRow>
        ))}
      </ul>
      {shown.length < matches.length && (
        <button type="button" class="quiet" onClick={() => (all.value = true)}>
          {say('more')}
        </button>
      )}
    </section>
  )
}

function State({ match }: { match: MyMatch }) {
  if (match.status === 'LOBBY') return <span class="chip">{`${say('waiting')} ${taken(match)}`}</span>
  if (match.status === 'PLAYING') {
    if (isMyTurn(match)) return <strong class="chip chip-turn">{say('yourTurn')}</strong>
    const asked = match.seats.filter(({ seat }) => match.game?.toAct.includes(seat))
    return <span class="soft">{say('othersTurn', { names: asked.map((at) => at.name).join(', ') })}</span>
  }
  const place = match.viewerSeat === null ? null : match.places?.[match.viewerSeat]
  if (place == null) return <span class="soft">{say('over')}</span>
  return <span class={place === 1 ? 'chip chip-good' : 'soft'}>{place === 1 ? say('won') : say('place', { n: place })}</span>
}

function taken({ seats, players }: MyMatch): string {
  return say('taken', { n: seats.filter((at) => at.kind !== 'EMPTY').length, all: players })
}

function isOn({ status }: MyMatch): boolean {
  return status === 'LOBBY' || status === 'PLAYING'
}

function isMyTurn({ game, viewerSeat }: MyMatch): boolean {
  return viewerSeat !== null && (game?.toAct.includes(viewerSeat) ?? false)
}

function urgency(match: MyMatch): number {
  return isMyTurn(match) ? 2 : match.status === 'PLAYING' ? 1 : 0
}
