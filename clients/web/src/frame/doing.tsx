import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { excuse } from '../excuses.ts'

export interface Doing {
  readonly isDoing: boolean
  /** Why the last thing could not be done; null if it could. */
  readonly failure: string | null
  /** Do something, unless something is being done. */
  readonly run: (what: () => Promise<void>) => void
}

/** Something that a person has asked for, while it is done and if it cannot be. */
export function useDoing(): Doing {
  const isDoing = useSignal(false)
  const fault = useSignal<unknown>(null)
  const run = (what: () => Promise<void>): void => {
    if (isDoing.peek()) return
    isDoing.value = true
    fault.value = null
    what()
      .catch((thrown: unknown) => (fault.value = thrown))
      .finally(() => (isDoing.value = false))
  }
  return { isDoing: isDoing.value, failure: fault.value === null ? null : excuse(fault.value), run }
}

/** A button that is held back while something is done; it keeps the focus. */
export function DoButton({
  doing,
  what,
  children,
  ...rest
}: {
  doing: Doing
  what: () => Promise<void>
  children: ComponentChildren
} & Omit<JSX.IntrinsicElements['button'], 'onClick' | 'type'>) {
  return (
    <button {...rest} type="button" aria-disabled={doing.isDoing} onClick={() => doing.run(what)}>
      {children}
    </button>
  )
}

/** Says why something could not be done. */
export function Failure({ doing }: { doing: Doing }) {
  return (
    <p class="failure" role="alert">
      {doing.failure}
    </p>
  )
}
