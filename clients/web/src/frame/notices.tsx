import { go } from '../router.ts'
import { acknowledge, isRefused } from '../session.ts'
import { say } from './words.ts'

/** What the person must know whatever he does: that his account is gone. */
export function Notices() {
  return (
    <div class="notices" role="status">
      {isRefused.value && (
        <p class="notice">
          {say('refused')}
          <button type="button" onClick={startAnew}>
            {say('again')}
          </button>
        </p>
      )}
    </div>
  )
}

function startAnew(): void {
  acknowledge()
  go('/')
}
