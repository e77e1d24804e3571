import { told } from '../../../ui/words.ts'
import { historyOf, pointsText, trickText, type HistoryDeal, type HistoryLine } from './history_model.ts'
import { rulesOfDeal, type Entry, type Rules, type Scene } from './match.ts'
import { say } from './words.ts'
import './history.css'

interface HistoryProps {
  readonly log: readonly Entry[]
  readonly scene: Pick<Scene, 'seats'>
  readonly rules: Rules | null
  /** Called with the number of an entry that is tapped; without it nothing can be tapped. */
  readonly onPick?: ((seq: number) => void) | undefined
}

/** All that has happened, deal by deal, the newest deal open. */
export function History({ log, scene, rules, onPick }: HistoryProps) {
  const deals = historyOf(log, scene).filter(({ number, lines }) => number > 0 || lines.length > 0)
  return (
    <ol class="history">
      {[...deals].reverse().map((deal, at) => (
        <li key={deal.number}>
          <details open={at === 0}>
            <summary>{titleOf(deal, rules)}</summary>
            {deal.points !== null && <p class="history-points">{pointsText(deal.points, scene)}</p>}
            <ol>
              {deal.lines.map((line, n) => (
                <li key={`${line.seq}.${n}`}>
                  <Line line={line} scene={scene} onPick={onPick} />
                </li>
              ))}
            </ol>
          </details>
        </li>
      ))}
    </ol>
  )
}

function titleOf({ number }: HistoryDeal, rules: Rules | null): string {
  if (number === 0) return say('started')
  const deal = rules === null ? undefined : rulesOfDeal(rules, number)
  return deal === undefined ? say('dealNumber', { n: number }) : `${number}. ${told(deal.name)}`
}

interface LineProps {
  readonly line: HistoryLine
  readonly scene: Pick<Scene, 'seats'>
  readonly onPick?: ((seq: number) => void) | undefined
}

function Line({ line, scene, onPick }: LineProps) {
  const { cards, end } = line.kind === 'trick' ? trickText(line, scene) : { cards: line.text, end: '' }
  const text = (
    <>
      {cards}
      {end !== '' && <span class="history-end">{end}</span>}
    </>
  )
  if (onPick === undefined) return <span class="history-line">{text}</span>
  return (
    <button type="button" class="history-line" onClick={() => onPick(line.seq)}>
      {text}
    </button>
  )
}
