import { go } from '../router.ts'
import { acknowledge, isRefused } from '../session.ts'
import { isReached } from '../reach.ts'
import { say } from './words.ts'

/** What the person must know whatever he does: no connection, no account. */
export function Notices() {
  return (
    <div class="notices" role="status">
      {!isReached.value && <p class="notice notice-offline">{say('offline')}</p>}
      {isRefused.value && (
        <p class="notice notice-refused">
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
