import { useSignal } from '@preact/signals'
import { go } from '../router.ts'
import { say } from './words.ts'

/** The place for a code, or for a whole link, that somebody has sent. */
export function InviteEntry() {
  const text = useSignal('')
  const enter = (event: Event): void => {
    event.preventDefault()
    const path = invited(text.value)
    if (path) go(path)
  }
  return (
    <form class="panel invite" onSubmit={enter}>
      <label for="invite">{say('invited')}</label>
      <div class="invite-row">
        <input
          id="invite"
          value={text.value}
          placeholder={say('code')}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button type="submit">{say('enter')}</button>
      </div>
    </form>
  )
}

/** Returns where a link or a code leads; null where nothing is entered. */
function invited(entered: string): string | null {
  const text = entered.trim()
  const linked = /#(\/[im]\/[^/\s]+)/.exec(text)
  if (linked?.[1]) return linked[1]
  if (/^m_\w+$/.test(text)) return `/m/${text}`
  return text ? `/i/${encodeURIComponent(text)}` : null
}
