import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadRuleSets, ruleSets } from '../rule_sets.ts'
import { useTitle } from '../title.ts'
import { CreateForm } from './create_form.tsx'
import { say } from './words.ts'
import './create.css'

/** A new table: what is agreed on before anybody sits down. */
export function CreatePage() {
  const isFailed = useSignal(false)
  const load = (): void => {
    isFailed.value = false
    loadRuleSets().catch(() => (isFailed.value = true))
  }
  useEffect(load, [])
  useTitle(say('title'))
  return (
    <>
      <h1>{say('title')}</h1>
      {isFailed.value && (
        <p class="panel">
          {say('failed')}{' '}
          <button type="button" onClick={load}>
            {say('retry')}
          </button>
        </p>
      )}
      {!isFailed.value && ruleSets.value === null && <div class="placeholder form-placeholder" aria-hidden="true" />}
      {ruleSets.value && <CreateForm ruleSets={ruleSets.value} />}
    </>
  )
}
