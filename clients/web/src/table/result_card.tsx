import { useState } from 'preact/hooks'
import { Unanswered, type Api } from '../../../ui/api.ts'
import { RematchDocument } from '../../../ui/generated/operations.ts'
import { go, link } from '../router.ts'
import { Exports } from './exports.tsx'
import type { Match, Scene } from './match.ts'
import { joined, nameOf, nameOrYou, plain } from './names.ts'
import type { Refused } from './moves.ts'
import { say } from './words.ts'
import './result_card.css'

interface ResultCardProps {
  readonly match: Match
  readonly api: Api
  readonly onRefused: (refused: Refused) => void
}

/** How the match has ended, and what can be done now. */
export function ResultCard({ match, api, onRefused }: ResultCardProps) {
  const [isAsking, setAsking] = useState(false)
  const rematch = async () => {
    setAsking(true)
    try {
      const { rematch: answer } = await api.run(RematchDocument, { matchId: match.id })
      if (answer?.__typename === 'RematchJoined') return go(`/m/${answer.match.id}`)
      if (answer?.__typename === 'Refusal') onRefused({ ...answer, section: null, suit: null })
    } catch (fault) {
      if (!(fault instanceof Unanswered)) throw fault
      onRefused({ code: fault.code, message: fault.message, section: null, suit: null })
    }
    setAsking(false)
  }
  return (
    <div class="result-card">
      <h2>{titleOf(match)}</h2>
      <ol class="ranking">
        {ranking(match).map(({ seat, place }) => (
          <li key={seat} class={seat === match.viewerSeat ? 'own' : ''}>
            <span class="ranking-place">{place === null ? '–' : `${place}.`}</span>
            <span class="ranking-name">{nameOrYou(match, seat)}</span>
            <b>{plain(match.game?.totals[seat] ?? 0)}</b>
          </li>
        ))}
      </ol>
      <div class="result-buttons">
        {match.viewerSeat !== null && (
          <button type="button" class="primary" disabled={isAsking} onClick={() => void rematch()}>
            {say('rematch')}
          </button>
        )}
        <a class="button" href={link(`/m/${match.id}/replay`)}>
          {say('replay')}
        </a>
      </div>
      <Exports match={match} api={api} onRefused={onRefused} />
    </div>
  )
}

function titleOf(match: Match): string {
  const winners = ranking(match).filter(({ place }) => place === 1).map(({ seat }) => seat)
  const own = match.viewerSeat
  if (own !== null && winners.includes(own)) return say(winners.length > 1 ? 'youShare' : 'youWon')
  const place = own === null ? null : match.places?.[own]
  if (place != null) return say('yourPlace', { n: place })
  const names = joined(winners.map((seat) => nameOf(match, seat)))
  return winners.length > 1 ? say('winners', { names }) : say('winner', { name: names })
}

function ranking(match: Match): readonly { seat: number; place: number | null }[] {
  const placed = match.seats.map(({ seat }) => ({ seat, place: match.places?.[seat] ?? null }))
  return placed.sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity))
}

/** Whether a scene is that of a match which is over. */
export function isOver({ game }: Scene): boolean {
  return game?.result != null
}
