import { useSignal } from '@preact/signals'
import { EraseAccountDocument } from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { NameField } from '../frame/name_field.tsx'
import { leave, service, session } from '../session.ts'
import { say } from './words.ts'

/** Who plays here, and the ways out. */
export function AccountPanel() {
  const player = session.value?.player
  return (
    <section class="panel account" aria-labelledby="account">
      <h2 id="account">{say('account')}</h2>
      {player === undefined ? (
        <>
          <p class="soft">{say('none')}</p>
          <NameField />
        </>
      ) : (
        <>
          <p class="account-name">{player.name}</p>
          <p class="soft">{say('guest')}</p>
          <label class="name-field">
            <span>{say('id')}</span>
            <input readOnly value={player.id} onFocus={(event) => event.currentTarget.select()} />
            <span class="soft">{say('idHint')}</span>
          </label>
          <Sure label={say('forget')} question={say('forgetSure')} what={forget} />
          <Sure label={say('erase')} question={say('eraseSure')} what={erase} />
        </>
      )}
    </section>
  )
}

/** A button for what cannot be undone: it asks before it does it. */
function Sure({ label, question, what }: { label: string; question: string; what: () => Promise<void> }) {
  const isAsked = useSignal(false)
  const doing = useDoing()
  if (!isAsked.value) {
    return (
      <button type="button" class="quiet" onClick={() => (isAsked.value = true)}>
        {label}
      </button>
    )
  }
  return (
    <div class="sure" role="group" aria-label={label}>
      <p>{question}</p>
      <button type="button" autofocus onClick={() => (isAsked.value = false)}>
        {say('keep')}
      </button>
      <DoButton doing={doing} what={what}>
        {say('sure')}
      </DoButton>
      <Failure doing={doing} />
    </div>
  )
}

async function forget(): Promise<void> {
  leave()
}

async function erase(): Promise<void> {
  granted((await service().run(EraseAccountDocument, {})).eraseAccount, 'AccountErased')
  leave()
}
