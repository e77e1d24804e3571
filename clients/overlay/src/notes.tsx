import './notes.css'
import type { Connection } from '../../ui/follow.ts'
import { isOver, type Match } from './match.ts'
import type { Stage } from './scene.ts'
import type { Service } from './service.ts'
import { clockText, now } from './time.ts'
import { say } from './words.ts'

/** What is heard no more for so long is out of date; heartbeats come every 15 seconds. */
const STALE_MS = 20_000
/** A connection that comes back within so long is not spoken of. */
const LOST_MS = 3_000

/** Whether what is shown may be out of date. */
export function isStale(stage: Stage): boolean {
  const match = stage.match.value
  return match !== null && !hasEnded(stage, match) && now.value - stage.heardMs.value > STALE_MS
}

/** What stands in the way, and how late the view is: small, and nothing while all is well. */
export function Notes({ stage, service }: { readonly stage: Stage; readonly service: Service }) {
  const match = stage.match.value
  const wire = match !== null && hasEnded(stage, match) ? null : connectionText(stage, stage.connection.value)
  return (
    <div class="notes" role="status">
      {match?.pausedMs != null && !isOver(match) && <span class="note">{say('paused')}</span>}
      {match?.asOfMs != null && !isOver(match) && <span class="note">{lateText(match, match.asOfMs, service)}</span>}
      {wire !== null && <span class="note wrong">{wire}</span>}
    </div>
  )
}

function hasEnded(stage: Stage, match: Match): boolean {
  return isOver(match) && stage.connection.value.state !== 'refused'
}

function lateText(match: Match, asOfMs: number, service: Service): string {
  if (match.spectators.delaySeconds === null) return say('each_deal_later')
  return say('delayed', { time: clockText(service.at(now.value) - asOfMs) })
}

function connectionText(stage: Stage, connection: Connection): string | null {
  const silence = now.value - stage.heardMs.value
  switch (connection.state) {
    case 'refused':
      return refusalText(connection.code)
    case 'connecting':
      return stage.match.value === null && silence > LOST_MS ? say('connecting') : null
    case 'reconnecting':
    case 'offline':
      return now.value - connection.sinceMs > LOST_MS ? say('lost', { time: clockText(silence) }) : null
    default:
      if (silence > STALE_MS) return say('lost', { time: clockText(silence) })
      return stage.match.value === null ? say('no_match_yet') : null
  }
}

function refusalText(code: string): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return say('key_revoked')
    case 'NO_MATCH':
      return say('no_match')
    case 'NOT_FOR_SPECTATORS':
      return say('not_for_spectators')
    case 'MATCH_NOT_FOUND':
      return say('match_not_found')
    default:
      return say('refused', { code })
  }
}
