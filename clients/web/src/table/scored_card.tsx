import type { Scene } from './match.ts'
import { nameOrYou, plain, signed } from './names.ts'
import type { Scored } from './stage.ts'
import { say } from './words.ts'
import './scored_card.css'

/** What the deal that has just ended has brought, until the next one is under way. */
export function ScoredCard({ scored, scene }: { scored: Scored; scene: Scene }) {
  return (
    <div class="scored-card">
      <h2>{say('dealDone', { n: scored.number })}</h2>
      <ul>
        {scene.seats.map(({ seat }) => (
          <li key={seat}>
            <span>{nameOrYou(scene, seat)}</span>
            <b>{signed(scored.points[seat] ?? 0)}</b>
            <span class="scored-total">{plain(scored.totals[seat] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
