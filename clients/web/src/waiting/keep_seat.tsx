import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { say } from './words.ts'

/** Keeps a seat for somebody whose id the host knows. */
export function KeepSeat({ onKeep }: { onKeep: (playerId: string) => Promise<void> }) {
  const id = useId()
  const text = useSignal('')
  const doing = useDoing()
  const keep = async (): Promise<void> => {
    await onKeep(text.value.trim())
    text.value = ''
  }
  return (
    <details class="keep">
      <summary>{say('keep')}</summary>
      <label for={id} class="soft hint">
        {say('keepHint')}
      </label>
      <div class="invite-row">
        <input
          id={id}
          value={text.value}
          placeholder="p_…"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <DoButton doing={doing} what={keep}>
          {say('keepDo')}
        </DoButton>
      </div>
      <Failure doing={doing} />
    </details>
  )
}
