import { useSignal } from '@preact/signals'
import {
  AddBotDocument,
  KeepSeatDocument,
  KickDocument,
  ReorderSeatsDocument,
  type Level,
} from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { Choice } from '../frame/choice.tsx'
import { Failure, useDoing } from '../frame/doing.tsx'
import { join, somebody } from '../play.ts'
import { termOf } from '../terms.ts'
import { KeepSeat } from './keep_seat.tsx'
import type { Table } from './lobby.ts'
import { SeatRow, type SeatDeeds } from './seat_row.tsx'
import { say } from './words.ts'

const LEVELS: readonly Level[] = ['EASY', 'MEDIUM', 'STRONG']

/** Who sits where, with what may be done about it. */
export function SeatList({ table, isOwner, onDone }: { table: Table; isOwner: boolean; onDone: () => Promise<void> }) {
  const doing = useDoing()
  const level = useSignal<Level>(table.botLevel)
  const matchId = table.id
  const deed = (what: () => Promise<unknown>) => doing.run(async () => (await what(), await onDone()))
  const deeds: SeatDeeds = {
    isBusy: doing.isDoing,
    sit: (seat) => deed(() => join(matchId, { seat })),
    addBot: (seat) =>
      deed(async () => {
        const { api } = await somebody()
        granted((await api.run(AddBotDocument, { matchId, seat, level: level.value })).addBot, 'BotAdded')
      }),
    kick: (seat) =>
      deed(async () => {
        const { api } = await somebody()
        granted((await api.run(KickDocument, { matchId, seat })).kick, 'SeatFreed')
      }),
    swap: (one, other) =>
      deed(async () => {
        const { api } = await somebody()
        const order = swapped(table.players, one, other)
        granted((await api.run(ReorderSeatsDocument, { matchId, order })).reorderSeats, 'SeatsReordered')
      }),
  }
  const keep = async (playerId: string): Promise<void> => {
    const { api } = await somebody()
    const answer = await api.run(KeepSeatDocument, { matchId, playerId, seat: null })
    granted(answer.keepSeat, 'SeatKept')
    await onDone()
  }
  const hasEmpty = table.seats.some(({ kind }) => kind === 'EMPTY')
  return (
    <section class="panel room-seats" aria-labelledby="seats">
      <h2 id="seats">{say('seats')}</h2>
      <ol>
        {table.seats.map((seat) => (
          <SeatRow key={seat.seat} seat={seat} table={table} isOwner={isOwner} deeds={deeds} />
        ))}
      </ol>
      <Failure doing={doing} />
      {isOwner && hasEmpty && (
        <Choice
          legend={say('level')}
          value={level.value}
          answers={LEVELS.map((value) => ({ value, label: termOf(value) }))}
          onChoose={(value) => (level.value = value)}
        />
      )}
      {isOwner && hasEmpty && <KeepSeat onKeep={keep} />}
    </section>
  )
}

function swapped(players: number, one: number, other: number): number[] {
  return Array.from({ length: players }, (_, seat) => (seat === one ? other : seat === other ? one : seat))
}
