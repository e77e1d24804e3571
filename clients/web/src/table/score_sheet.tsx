import { told } from '../../../ui/words.ts'
import type { Rules, Scene } from './match.ts'
import { rulesOfDeal } from './match.ts'
import { nameOrYou, plain } from './names.ts'
import { worthOf } from './worth.ts'
import { say } from './words.ts'
import './score_sheet.css'

interface Line {
  readonly number: number
  readonly name: string
  readonly worth: string
  readonly points: readonly number[] | null
  readonly isCurrent: boolean
}

/** The points of each deal and in total: deals downwards, players across. */
export function ScoreSheet({ scene, rules }: { scene: Scene; rules: Rules | null }) {
  const { seats, game } = scene
  if (game === null) return null
  const isOver = game.result !== null
  return (
    <div class="scores" role="group" aria-label={say('scores')} tabIndex={0}>
      <table style={{ '--players': seats.length }}>
        <caption class="visually-hidden">{say('scores')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('deal')}</th>
            {seats.map(({ seat }) => (
              <th key={seat} scope="col" class={seat === scene.viewerSeat ? 'own' : ''}>
                <span>{nameOrYou(scene, seat)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(scene, rules).map((line) => (
            <tr key={line.number} class={line.isCurrent ? 'current' : line.points === null ? 'to-come' : ''} aria-current={line.isCurrent ? 'true' : undefined}>
              <th scope="row">
                <span class="scores-name">
                  {line.number}. {line.name}
                </span>
                <span class="scores-worth">{line.worth}</span>
              </th>
              {seats.map(({ seat }) => (
                <td key={seat}>{line.points === null ? '' : plain(line.points[seat] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('total')}</th>
            {seats.map(({ seat }) => (
              <td key={seat} data-total={seat} class={isOver && game.result?.winners.includes(seat) ? 'best' : ''}>
                {plain(game.totals[seat] ?? 0)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function linesOf({ game }: Scene, rules: Rules | null): readonly Line[] {
  const played = game?.scores ?? []
  const current = game?.deal ?? null
  const planned = rules === null || rules.ending != null ? 0 : rules.deals.length
  const count = Math.max(played.length, current?.number ?? 0, planned)
  return Array.from({ length: count }, (_, at) => {
    const number = at + 1
    const isCurrent = current?.number === number && !played.some((done) => done.number === number)
    const deal = rules === null ? undefined : rulesOfDeal(rules, number)
    return {
      number,
      name: deal === undefined ? '' : told(deal.name),
      worth: deal === undefined ? '' : worthOf(deal).join(' · '),
      points: played.find((done) => done.number === number)?.points ?? (isCurrent ? (current?.points ?? null) : null),
      isCurrent,
    }
  })
}
