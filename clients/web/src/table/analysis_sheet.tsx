import type { Analysis } from './analysis.ts'
import type { Scene } from './match.ts'
import { moveInWords, nameOrYou, rounded } from './names.ts'
import { reason } from './reasons.ts'
import { say } from './words.ts'
import './analysis_sheet.css'

interface AnalysisSheetProps {
  readonly analysis: Analysis | null
  readonly refused: string | null
  readonly scene: Scene
  /** Called with the version of a move to look at. */
  readonly onPick: (version: number) => void
}

/** How each player has decided, measured by the strong house bot, and where it cost most. */
export function AnalysisSheet({ analysis, refused, scene, onPick }: AnalysisSheetProps) {
  if (refused !== null) return <p>{reason({ code: refused, message: say('noAnalysis'), suit: null })}</p>
  if (analysis === null) return <p>{say('analysing')}</p>
  return (
    <div class="analysis">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('player')}</th>
            <th scope="col">{say('agreed')}</th>
            <th scope="col">{say('lostPoints')}</th>
          </tr>
        </thead>
        <tbody>
          {analysis.seats.map(({ seat, decisions, agreed, lost }) => (
            <tr key={seat}>
              <th scope="row">{nameOrYou(scene, seat)}</th>
              <td>{decisions === 0 ? '–' : `${Math.round((agreed / decisions) * 100)}%`}</td>
              <td>{decisions === 0 ? '–' : rounded(lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{say('worstMoves')}</h3>
      <ol>
        {analysis.seats.flatMap(({ seat, worst }) =>
          worst == null ? [] : (
            <li key={seat}>
              <button type="button" onClick={() => onPick(worst.version)}>
                <span>{`${nameOrYou(scene, seat)}: ${moveInWords(worst.move)}`}</span>
                <span class="analysis-best">
                  {say('judgedWorse', { best: moveInWords(worst.best), lost: rounded(worst.lost ?? 0) })}
                </span>
              </button>
            </li>
          ),
        )}
      </ol>
      <p class="analysis-how">
        {say(analysis.state === 'READY' ? 'analysisHow' : 'analysing')}
      </p>
    </div>
  )
}
