import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { MatchesDocument } from '../../../ui/generated/operations.ts'
import { granted } from '../../../web/src/answers.ts'
import { session } from '../../../web/src/session.ts'
import { matchId, matchText, scope } from './state.ts'
import { say } from './words.ts'

const LISTED = 20

interface Listed {
  readonly id: string
  readonly names: string
}

/** Which match, or all of the account's. */
export function What() {
  return (
    <fieldset class="panel">
      <legend>{say('what')}</legend>
      <label class="choice">
        <input
          type="radio"
          name="scope"
          checked={scope.value === 'match'}
          onChange={() => (scope.value = 'match')}
        />
        {say('one_match')}
      </label>
      <label class="choice">
        <input
          type="radio"
          name="scope"
          checked={scope.value === 'account'}
          onChange={() => (scope.value = 'account')}
        />
        {say('all_matches')}
      </label>
      {scope.value === 'match' && <OneMatch />}
    </fieldset>
  )
}

function OneMatch() {
  const isWrong = matchText.value.trim() !== '' && matchId.value === null
  return (
    <>
      <label class="field">
        {say('match')}
        <input
          id="match"
          value={matchText.value}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="match-hint"
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => (matchText.value = currentTarget.value)}
        />
      </label>
      <p id="match-hint" class={isWrong ? 'failure' : 'soft'}>
        {say(isWrong ? 'no_match' : 'match_hint')}
      </p>
      {session.value && <MyMatches />}
    </>
  )
}

function MyMatches() {
  const listed = useSignal<readonly Listed[]>([])
  const api = session.value?.api
  useEffect(() => {
    api
      ?.run(MatchesDocument, { first: LISTED, status: null, after: null })
      .then((answer) => {
        const { edges } = granted(answer.matches, 'MatchConnection')
        listed.value = edges.map(({ node: { id, seats } }) => ({
          id,
          names: seats.flatMap(({ name }) => name ?? []).join(', '),
        }))
      })
      .catch(() => undefined) // a match can still be pasted
  }, [api])
  if (listed.value.length === 0) return null
  return (
    <label class="field">
      {say('my_matches')}
      <select value={matchId.value ?? ''} onChange={({ currentTarget }) => (matchText.value = currentTarget.value)}>
        <option value="">{say('choose')}</option>
        {listed.value.map(({ id, names }) => (
          <option key={id} value={id}>
            {names} ({id})
          </option>
        ))}
      </select>
    </label>
  )
}
