import { Unanswered, type Api } from '../../../ui/api.ts'
import { MatchExportDocument } from '../../../ui/generated/operations.ts'
import type { Refused } from './moves.ts'
import { say } from './words.ts'

interface ExportsProps {
  readonly match: { readonly id: string; readonly practice: boolean }
  readonly api: Api
  readonly onRefused: (refused: Refused) => void
}

/** The written match to take along, and how to check its deals. */
export function Exports({ match, api, onRefused }: ExportsProps) {
  const take = async (form: 'text' | 'json') => {
    try {
      const { matchExport: answer } = await api.run(MatchExportDocument, { matchId: match.id })
      if (answer?.__typename === 'MatchExport') {
        const [ending, type] = form === 'text' ? ['kierki', 'text/plain'] : ['json', 'application/json']
        save(`${match.id}.${ending}`, answer[form], type)
      } else if (answer?.__typename === 'Refusal') onRefused({ ...answer, section: null, suit: null })
    } catch (fault) {
      if (!(fault instanceof Unanswered)) throw fault
      onRefused({ code: fault.code, message: fault.message, section: null, suit: null })
    }
  }
  return (
    <details class="exports">
      <summary>{say('export')}</summary>
      <div class="exports-buttons">
        <button type="button" onClick={() => void take('text')}>
          {say('exportText')}
        </button>
        <button type="button" onClick={() => void take('json')}>
          {say('exportJson')}
        </button>
      </div>
      <p>{match.practice ? say('practice') : say('fair', { file: `${match.id}.kierki` })}</p>
    </details>
  )
}

function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
