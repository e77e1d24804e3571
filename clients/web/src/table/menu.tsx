import { useState } from 'preact/hooks'
import { Unanswered, type Api } from '../../../ui/api.ts'
import { ReclaimSeatDocument, ResignDocument, TakeOverDocument } from '../../../ui/generated/operations.ts'
import { link } from '../router.ts'
import type { Match } from './match.ts'
import type { Refused } from './moves.ts'
import { say } from './words.ts'
import './menu.css'

interface SeatActionsProps {
  readonly match: Match
  readonly act: (what: (api: Api) => Promise<unknown>) => Promise<unknown>
  readonly onDone: (refused: Refused | null) => void
}

type Answer = { readonly __typename: string; readonly code?: string; readonly message?: string } | null

/** What one can do with one's seat besides playing: a break, the way back, an end. */
export function Menu({ match, act, onDone }: SeatActionsProps) {
  const [isSure, setSure] = useState(false)
  const run = (what: (api: Api) => Promise<Answer>) => void onAnswer(act, what).then(onDone)
  const own = match.viewerSeat === null ? undefined : match.seats[match.viewerSeat]
  const mayAct = match.status === 'PLAYING' && own !== undefined && own.givenUp == null
  return (
    <div class="menu">
      {mayAct && own.level == null && (
        <button type="button" onClick={() => run((api) => takeOver(api, match.id))}>
          {say('takeOver')}
        </button>
      )}
      {mayAct && own.level != null && (
        <button type="button" class="primary" onClick={() => run((api) => reclaim(api, match.id))}>
          {say('reclaim')}
        </button>
      )}
      {mayAct && !isSure && (
        <button type="button" onClick={() => setSure(true)}>
          {say('resign')}
        </button>
      )}
      {mayAct && isSure && (
        <div class="menu-sure">
          <p>{say('resignSure')}</p>
          <button type="button" class="primary" onClick={() => run((api) => resign(api, match.id))}>
            {say('resignYes')}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {say('no')}
          </button>
        </div>
      )}
      <a class="button" href={link(`/m/${match.id}/replay`)}>
        {say('replayTitle')}
      </a>
      <a class="button" href={link('/')}>
        {say('toHome')}
      </a>
    </div>
  )
}

/** Play one's seat oneself again. */
export async function reclaim(api: Api, matchId: string): Promise<Answer> {
  return (await api.run(ReclaimSeatDocument, { matchId })).reclaimSeat
}

async function takeOver(api: Api, matchId: string): Promise<Answer> {
  return (await api.run(TakeOverDocument, { matchId })).takeOver
}

async function resign(api: Api, matchId: string): Promise<Answer> {
  return (await api.run(ResignDocument, { matchId })).resign
}

/** Do something to a seat; returns why it was refused, or null. */
export async function onAnswer(
  act: SeatActionsProps['act'],
  what: (api: Api) => Promise<Answer>,
): Promise<Refused | null> {
  try {
    const answer = (await act(what)) as Answer
    if (answer?.__typename !== 'Refusal') return null
    return { code: answer.code ?? 'INTERNAL', message: answer.message ?? '', section: null, suit: null }
  } catch (fault) {
    if (!(fault instanceof Unanswered)) throw fault
    return { code: fault.code, message: fault.message, section: null, suit: null }
  }
}
