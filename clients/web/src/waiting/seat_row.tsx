import { Icon } from '../frame/icon.tsx'
import { session } from '../session.ts'
import { termOf } from '../terms.ts'
import type { SeatAtTable, Table } from './lobby.ts'
import { say } from './words.ts'

export interface SeatDeeds {
  /** Whether one is being done, so that no other can be. */
  readonly isBusy: boolean
  readonly sit: (seat: number) => void
  readonly addBot: (seat: number) => void
  readonly kick: (seat: number) => void
  readonly swap: (one: number, other: number) => void
}

interface Shown {
  readonly seat: SeatAtTable
  readonly table: Table
  readonly isOwner: boolean
  readonly deeds: SeatDeeds
}

/** A seat: who sits there, and what the viewer may do about it. */
export function SeatRow(shown: Shown) {
  const { seat, table } = shown
  const isEmpty = seat.kind === 'EMPTY'
  return (
    <li class={isEmpty ? 'room-seat room-seat-empty' : 'room-seat'}>
      <span class="room-seat-sign">
        <Icon name={isEmpty ? 'plus' : seat.kind === 'BOT' || seat.botAccount ? 'bot' : 'person'} />
        {!isEmpty && <Presence seat={seat} table={table} />}
      </span>
      <span class="room-seat-who">
        <strong class="room-seat-name">{nameOf(seat)}</strong>
        <span class="soft">{partOf(seat, table)}</span>
      </span>
      <span class="room-seat-deeds">{isEmpty ? <EmptyDeeds {...shown} /> : <OwnerDeeds {...shown} />}</span>
    </li>
  )
}

function EmptyDeeds({ seat: { seat, keptFor }, table, isOwner, deeds }: Shown) {
  const me = session.value?.player.id
  const maySit = table.viewerSeat === null && (keptFor === null || keptFor === me) && isOpen(table, isOwner, keptFor === me)
  return (
    <>
      {maySit && (
        <button
          type="button"
          class="primary"
          aria-label={say('sitAt', { n: seat + 1 })}
          aria-disabled={deeds.isBusy}
          onClick={() => deeds.sit(seat)}
        >
          {say('sit')}
        </button>
      )}
      {isOwner && keptFor === null && (
        <button
          type="button"
          aria-label={say('addBotAt', { n: seat + 1 })}
          aria-disabled={deeds.isBusy}
          onClick={() => deeds.addBot(seat)}
        >
          {say('addBot')}
        </button>
      )}
      {isOwner && keptFor !== null && <Kick name={say('kept')} isBusy={deeds.isBusy} onKick={() => deeds.kick(seat)} />}
    </>
  )
}

function OwnerDeeds({ seat, table, isOwner, deeds }: Shown) {
  if (!isOwner) return null
  const name = nameOf(seat)
  const swap = (by: number) => () => deeds.swap(seat.seat, seat.seat + by)
  const isBelowEmpty = table.seats[seat.seat - 1]?.kind === 'EMPTY' // else that one goes down
  const isLast = seat.seat === table.players - 1
  return (
    <>
      {isBelowEmpty && <Move name="up" label={say('up', { name })} isBusy={deeds.isBusy} onMove={swap(-1)} />}
      {!isLast && <Move name="down" label={say('down', { name })} isBusy={deeds.isBusy} onMove={swap(1)} />}
      {seat.seat === table.viewerSeat ? (
        <span class="room-seat-gap" />
      ) : (
        <Kick name={name} isBusy={deeds.isBusy} onKick={() => deeds.kick(seat.seat)} />
      )}
    </>
  )
}

function Move({
  name,
  label,
  isBusy,
  onMove,
}: {
  name: 'up' | 'down'
  label: string
  isBusy: boolean
  onMove: () => void
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={isBusy}
      onClick={onMove}
    >
      <Icon name={name} />
    </button>
  )
}

function Kick({ name, isBusy, onKick }: { name: string; isBusy: boolean; onKick: () => void }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={say('kick', { name })}
      aria-disabled={isBusy}
      onClick={onKick}
    >
      <Icon name="close" />
    </button>
  )
}

function Presence({ seat, table }: { seat: SeatAtTable; table: Table }) {
  const present = table.presence?.find((at) => at.seat === seat.seat)?.present
  if (present == null) return null
  const text = say(present ? 'here' : 'away')
  return <span class={present ? 'presence presence-here' : 'presence'} role="img" aria-label={text} title={text} />
}

function nameOf({ name, keptFor }: SeatAtTable): string {
  if (name !== null) return name
  if (keptFor === null) return say('empty')
  return say(keptFor === session.value?.player.id ? 'keptForYou' : 'kept')
}

function partOf({ seat, kind, playerId, level, botAccount, keptFor }: SeatAtTable, table: Table): string {
  if (kind === 'EMPTY') return keptFor ?? ''
  if (kind === 'BOT') return say('bot', { level: termOf(level ?? table.botLevel) })
  const parts = []
  if (botAccount) parts.push(say('botAccount'))
  if (seat === table.viewerSeat) parts.push(say('you'))
  if (playerId === table.ownerId) parts.push(say('host'))
  return parts.join(', ')
}

function isOpen({ visibility }: Table, isOwner: boolean, isKept: boolean): boolean {
  return visibility !== 'INVITED' || isOwner || isKept
}
