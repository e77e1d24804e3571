import { useSignal } from '@preact/signals'
import { Icon } from '../frame/icon.tsx'
import { address } from '../router.ts'
import { ruleSetName } from '../rule_sets.ts'
import type { Table } from './lobby.ts'
import { say } from './words.ts'

const SHOWN_MS = 2_000

/** The link to send to others, and the code to tell them. */
export function InvitePanel({ table }: { table: Table }) {
  const isCopied = useSignal(false)
  const url = address(table.inviteCode === null ? `/m/${table.id}` : `/i/${table.inviteCode}`)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url)
    isCopied.value = true
    setTimeout(() => (isCopied.value = false), SHOWN_MS)
  }
  const share = (): void => {
    const text = say('shareText', { rules: ruleSetName(table.ruleSet) })
    navigator.share({ text, url }).catch(() => undefined) // the person has changed his mind
  }
  return (
    <section class="panel invite-panel" aria-labelledby="invite-others">
      <h2 id="invite-others">{say('invite')}</h2>
      {table.inviteCode !== null && (
        <p>
          {say('code')}: <strong class="invite-code">{table.inviteCode}</strong>
        </p>
      )}
      <input
        readOnly
        aria-label={say('link')}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span role="status" class="visually-hidden">
        {isCopied.value && say('copied')}
      </span>
      <div class="invite-buttons">
        {'clipboard' in navigator && (
          <button type="button" onClick={() => void copy()}>
            <Icon name={isCopied.value ? 'check' : 'copy'} />
            {say(isCopied.value ? 'copied' : 'copy')}
          </button>
        )}
        {'share' in navigator && (
          <button type="button" onClick={share}>
            <Icon name="share" />
            {say('share')}
          </button>
        )}
      </div>
    </section>
  )
}
