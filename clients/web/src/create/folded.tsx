import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** A part of a form that is seen when it is asked for, or when it must be. */
export function Folded({
  title,
  note,
  mustOpen,
  children,
}: {
  title: string
  note?: string
  mustOpen: boolean
  children: ComponentChildren
}) {
  const place = useRef<HTMLDetailsElement>(null)
  if (mustOpen && place.current) place.current.open = true
  return (
    <details class="panel folded" ref={place}>
      <summary>
        <h2>{title}</h2>
        <span class="soft">{note}</span>
      </summary>
      <div class="fields">{children}</div>
    </details>
  )
}
