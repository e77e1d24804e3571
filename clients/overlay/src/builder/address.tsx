import { useSignal } from '@preact/signals'
import { address, isComplete, key, size, SIZES } from './state.ts'
import { say } from './words.ts'

/** The address to copy, and where it goes. */
export function Address() {
  const isOpen = useSignal(false)
  const told = useSignal('')
  const copy = async () => {
    told.value = ''
    try {
      await navigator.clipboard.writeText(address.value)
      told.value = say('copied')
    } catch {
      isOpen.value = true // so that it can be copied by hand
      told.value = say('not_copied')
    }
  }
  return (
    <section class="panel" aria-labelledby="address-title">
      <h2 id="address-title">{say('address')}</h2>
      <p class="soft" id="address-hint">
        {say(isComplete.value ? 'address_hint' : 'incomplete')}
      </p>
      <output class="address" aria-labelledby="address-title" aria-describedby="address-hint">
        {isOpen.value ? address.value : covered()}
      </output>
      <div class="beside">
        <button type="button" class="primary" disabled={!isComplete.value} onClick={() => void copy()}>
          {say('copy')}
        </button>
        {key.value !== null && (
          <button type="button" aria-pressed={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
            {say(isOpen.value ? 'hide_key' : 'show_key')}
          </button>
        )}
      </div>
      <p role="status" class="told">
        {told.value}
      </p>
      <Steps />
    </section>
  )
}

function Steps() {
  const { width, height } = SIZES[size.value]
  return (
    <>
      <h3>{say('obs')}</h3>
      <ol class="steps">
        <li>{say('obs_1')}</li>
        <li>{say('obs_2', { width, height })}</li>
        <li>{say('obs_3')}</li>
      </ol>
    </>
  )
}

/** The address with its key covered, since the page may be on the stream itself. */
function covered(): string {
  return key.value === null ? address.value : address.value.replace(key.value, 'ko_…')
}
