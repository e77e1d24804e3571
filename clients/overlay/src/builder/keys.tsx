import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api } from '../../../ui/api.ts'
import {
  CreateOverlayKeyDocument,
  OverlayKeysDocument,
  RevokeOverlayKeyDocument,
  type OverlayKeysQuery,
} from '../../../ui/generated/operations.ts'
import { language } from '../../../ui/words.ts'
import { granted } from '../../../web/src/answers.ts'
import { DoButton, Failure, useDoing } from '../../../web/src/frame/doing.tsx'
import { session } from '../../../web/src/session.ts'
import { key, keyText, matchId, scope } from './state.ts'
import { say } from './words.ts'

type Key = Extract<OverlayKeysQuery['overlayKeys'], { __typename: 'OverlayKeyList' }>['items'][number]

/** The key of the address: made here by the account of this browser, or pasted. */
export function Keys() {
  const api = session.value?.api
  const isWrong = keyText.value.trim() !== '' && key.value === null
  return (
    <section class="panel" aria-labelledby="key-title">
      <h2 id="key-title">{say('key')}</h2>
      <p class="soft">{say('key_hint')}</p>
      <label class="field">
        {say('key')}
        <input
          id="key"
          class="secret"
          value={keyText.value}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-wrong"
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => (keyText.value = currentTarget.value)}
        />
      </label>
      <p id="key-wrong" class="failure">
        {isWrong && say('no_key')}
      </p>
      {api ? <OwnKeys api={api} /> : <NoAccount />}
    </section>
  )
}

function NoAccount() {
  return (
    <p class="soft">
      {say('no_account')} <a href="../play/">{say('play')}</a>
    </p>
  )
}

function OwnKeys({ api }: { api: Api }) {
  const keys = useSignal<readonly Key[]>([])
  const told = useSignal('')
  const name = useSignal('OBS')
  const madeId = useSignal<string | null>(null)
  const doing = useDoing()
  const read = async () => {
    keys.value = granted((await api.run(OverlayKeysDocument, {})).overlayKeys, 'OverlayKeyList').items
  }
  useEffect(() => doing.run(read), [api])
  const make = async () => {
    const input = { name: name.value, matchId: scope.value === 'match' ? matchId.value : null }
    const made = granted((await api.run(CreateOverlayKeyDocument, { input })).createOverlayKey, 'OverlayKeyMade')
    keyText.value = made.key
    madeId.value = made.id
    told.value = say('key_made')
    await read()
  }
  const revoke = async (of: Key) => {
    granted((await api.run(RevokeOverlayKeyDocument, { keyId: of.id })).revokeOverlayKey, 'OverlayKeyRevoked')
    if (of.id === madeId.value) keyText.value = ''
    told.value = say('revoked', { name: of.name })
    await read()
  }
  const isReady = scope.value === 'account' || matchId.value !== null
  return (
    <>
      <div class="beside">
        <label class="field">
          {say('key_name')}
          <input
            value={name.value}
            maxLength={40}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        <DoButton class="primary" doing={doing} what={make} disabled={!isReady || name.value.trim() === ''}>
          {say('make_key')}
        </DoButton>
      </div>
      <p role="status" class="told">
        {told.value}
      </p>
      <Failure doing={doing} />
      <h3>{say('keys')}</h3>
      {keys.value.length === 0 && <p class="soft">{say('no_keys')}</p>}
      <ul class="keys">
        {keys.value.map((one) => (
          <KeyRow key={one.id} of={one} revoke={() => doing.run(() => revoke(one))} />
        ))}
      </ul>
    </>
  )
}

function KeyRow({ of, revoke }: { of: Key; revoke: () => void }) {
  const isAsked = useSignal(false)
  const what = say('revoke_it', { name: of.name })
  return (
    <li>
      <span>
        <b>{of.name}</b>{' '}
        <span class="soft">
          {of.matchId === null ? say('key_of_account') : say('key_of_match', { match: of.matchId })},{' '}
          {usedText(of.usedAtMs)}
        </span>
      </span>
      <button
        type="button"
        aria-label={isAsked.value ? `${say('really')} ${what}` : what}
        onClick={() => (isAsked.value ? revoke() : (isAsked.value = true))}
        onBlur={() => (isAsked.value = false)}
      >
        {say(isAsked.value ? 'really' : 'revoke')}
      </button>
    </li>
  )
}

function usedText(usedAtMs: number | null): string {
  if (usedAtMs === null) return say('unused')
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' })
  return say('used', { time: format.format(usedAtMs) })
}
