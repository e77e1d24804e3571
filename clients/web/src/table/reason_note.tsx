import { reason } from './reasons.ts'
import type { Refused } from './moves.ts'
import { say } from './words.ts'
import './reason_note.css'

interface ReasonNoteProps {
  readonly refused: Pick<Refused, 'code' | 'message' | 'section' | 'suit'> | null
  readonly onRule: (section: string) => void
}

/** Why what was tried cannot be done, and where the rules say so. */
export function ReasonNote({ refused, onRule }: ReasonNoteProps) {
  return (
    <div class="reason-place" role="status">
      {refused !== null && (
        <p class="reason">
          <span>{reason(refused)}</span>
          {refused.section !== null && (
            <button type="button" onClick={() => onRule(refused.section ?? '')}>
              {say('rule', { section: refused.section })}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
