import type { ComponentChildren } from 'preact'
import { excuse } from '../excuses.ts'
import { link } from '../router.ts'
import { ruleSetName } from '../rule_sets.ts'
import type { Polled } from '../polling.ts'
import { say } from './words.ts'

interface SeatShown {
  readonly seat: number
  readonly kind: string
  readonly name: string | null
}

/** A list with its heading; while it is not there yet it keeps a place of its height. */
export function MatchList<Item>({
  title,
  none,
  polled,
  items,
  children,
}: {
  title: string
  none: string | null
  polled: Polled<unknown>
  items: readonly Item[] | null
  children: (item: Item) => ComponentChildren
}) {
  if (items?.length === 0 && none === null) return null
  const fault = items === null ? polled.fault.value : null
  return (
    <section class="panel matches" aria-label={title}>
      <h2>{title}</h2>
      {fault !== null && <p class="soft">{excuse(fault)}</p>}
      {fault === null && items === null && <div class="placeholder" aria-hidden="true" />}
      {items?.length === 0 && <p class="soft">{none}</p>}
      {items !== null && items.length > 0 && <ul>{items.map(children)}</ul>}
    </section>
  )
}

/** A match in a list: what is played and by whom, and at its end what there is to know or to do. */
export function MatchRow({
  match,
  children,
}: {
  match: { id: string; ruleSet: string; seats: readonly SeatShown[] }
  children: ComponentChildren
}) {
  return (
    <li class="match-row" key={match.id}>
      <a href={link(`/m/${match.id}`)} class="match-link">
        <span class="match-name">{ruleSetName(match.ruleSet)}</span>
        <span class="match-seats">{names(match.seats)}</span>
      </a>
      <span class="match-state">{children}</span>
    </li>
  )
}

function names(seats: readonly SeatShown[]): string {
  return seats.map((at) => at.name ?? say('noSeat')).join(', ')
}
