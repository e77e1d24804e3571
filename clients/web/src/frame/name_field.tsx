import { name } from '../settings.ts'
import { say } from './words.ts'

const LONGEST_NAME = 40

/** The name that an account gets when it is made. */
export function NameField() {
  return (
    <label class="name-field">
      <span>{say('name')}</span>
      <input
        value={name.value}
        maxLength={LONGEST_NAME}
        autocomplete="nickname"
        enterkeyhint="done"
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
    </label>
  )
}
