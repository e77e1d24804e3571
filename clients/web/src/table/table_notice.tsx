import type { Api } from '../../../ui/api.ts'
import type { Connection } from '../../../ui/follow.ts'
import type { Match } from './match.ts'
import { onAnswer, reclaim } from './menu.tsx'
import type { Refused } from './moves.ts'
import { say } from './words.ts'
import './table_notice.css'

interface TableNoticeProps {
  readonly match: Match
  readonly connection: Connection
  readonly act: (what: (api: Api) => Promise<unknown>) => Promise<unknown>
  readonly onRefused: (refused: Refused | null) => void
}

/** What is unusual about the match now: no connection, a bot in one's place, a pause. */
export function TableNotice({ match, connection, act, onRefused }: TableNoticeProps) {
  const own = match.viewerSeat === null ? undefined : match.seats[match.viewerSeat]
  const standsIn = match.status === 'PLAYING' && own?.kind === 'PERSON' && own.level != null && own.givenUp == null
  const text = standsIn ? say('standIn') : textOf(match, connection)
  return (
    <div class="table-notice" role="status">
      {text !== null && (
        <p>
          {text}
          {standsIn && (
            <button
              type="button"
              class="primary"
              onClick={() => void onAnswer(act, (api) => reclaim(api, match.id)).then(onRefused)}
            >
              {say('reclaim')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function textOf(match: Match, connection: Connection): string | null {
  if (match.status === 'VOID') return say('voided')
  if (connection.state === 'offline') return say('offlineNow')
  if (connection.state === 'reconnecting') return say('reconnecting')
  if (match.pausedMs != null) return say('paused')
  if (match.status !== 'PLAYING' || match.viewerSeat !== null) return null
  return say(match.asOfMs != null ? 'late' : 'watching')
}
