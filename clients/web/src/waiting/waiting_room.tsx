import { LeaveMatchDocument, StartMatchDocument } from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { NameField } from '../frame/name_field.tsx'
import { somebody } from '../play.ts'
import { ruleSetName } from '../rule_sets.ts'
import { session } from '../session.ts'
import { Agreed } from './agreed.tsx'
import { InvitePanel } from './invite_panel.tsx'
import type { Lobby, Table } from './lobby.ts'
import { newsText } from './news.ts'
import { SeatList } from './seat_list.tsx'
import { say } from './words.ts'

/** A table that waits: who sits where, the way to invite others, and the start. */
export function WaitingRoom({ table, lobby }: { table: Table; lobby: Lobby }) {
  const isOwner = session.value?.player.id === table.ownerId
  return (
    <div class="room">
      <h1>{ruleSetName(table.ruleSet)}</h1>
      <Agreed table={table} />
      <p class="room-news" role="status">
        {newsText(lobby.news.value, session.value?.player.id)}
      </p>
      {session.value === null && <NameField />}
      <SeatList table={table} isOwner={isOwner} onDone={lobby.reload} />
      {(table.viewerSeat !== null || isOwner) && <InvitePanel table={table} />}
      <End table={table} isOwner={isOwner} onDone={lobby.reload} />
    </div>
  )
}

function End({ table, isOwner, onDone }: { table: Table; isOwner: boolean; onDone: () => Promise<void> }) {
  const doing = useDoing()
  const matchId = table.id
  const missing = table.seats.filter(({ kind }) => kind === 'EMPTY').length
  const start = async (): Promise<void> => {
    const { api } = await somebody()
    const answer = await api.run(StartMatchDocument, { matchId, fillWithBots: missing > 0 })
    granted(answer.startMatch, 'MatchStarted')
    await onDone()
  }
  const leave = async (): Promise<void> => {
    const { api } = await somebody()
    granted((await api.run(LeaveMatchDocument, { matchId })).leaveMatch, 'MatchLeft')
    await onDone()
  }
  return (
    <div class="room-end">
      <Failure doing={doing} />
      {missing > 0 && <p class="soft">{say('missing', { n: missing })}</p>}
      {isOwner ? (
        <DoButton class="primary" doing={doing} what={start}>
          {say(missing > 0 ? 'startWithBots' : 'start')}
        </DoButton>
      ) : (
        <p class="soft">{say(table.startWhenFull ? 'waitFull' : 'waitHost')}</p>
      )}
      {table.viewerSeat !== null && (
        <DoButton class="quiet" doing={doing} what={leave}>
          {say('leave')}
        </DoButton>
      )}
    </div>
  )
}
