import { useEffect, useRef } from 'preact/hooks'
import { excuse } from '../excuses.ts'
import { link } from '../router.ts'
import { loadRuleSets, ruleSetName } from '../rule_sets.ts'
import { service, session } from '../session.ts'
import { MatchPage } from '../table/match_page.tsx'
import { useTitle } from '../title.ts'
import { useLobby } from './lobby.ts'
import { WaitingRoom } from './waiting_room.tsx'
import { say } from './words.ts'
import './waiting.css'

/** A match: its waiting room, its table, or its replay. */
export function MatchPlace({ id, replay }: { id: string; replay: boolean }) {
  return <Place key={session.value?.player.id} id={id} replay={replay} />
}

function Place({ id, replay }: { id: string; replay: boolean }) {
  const lobby = useLobby(service(), id)
  useEffect(() => {
    loadRuleSets().catch(() => undefined) // until they come the id stands for the name
  }, [])
  const known = lobby.known.value
  useTitle(known.state === 'known' ? ruleSetName(known.table.ruleSet) : '')
  useStartOfPlay(known.state === 'known' ? known.table.status : null)
  if (known.state === 'loading') return <div class="room placeholder room-placeholder" aria-hidden="true" />
  if (known.state === 'missing') return <Nothing title={say('noMatch')} why={say('noMatchWhy')} />
  if (known.state === 'failed') return <Nothing title={excuse(known.fault)} why="" retry={() => void lobby.reload()} />
  const { table } = known
  if (table.status === 'LOBBY') return <WaitingRoom table={table} lobby={lobby} />
  if (table.game === null) return <Nothing title={say('closed')} why={say('closedWhy')} />
  return <MatchPage id={id} replay={replay} />
}

/** Puts the reader at the table when the play begins before his eyes. */
function useStartOfPlay(status: string | null): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'LOBBY' && status === 'PLAYING') document.getElementById('main')?.focus()
    before.current = status
  }, [status])
}

/** Says that there is no table to show, and leads away. */
export function Nothing({ title, why, retry }: { title: string; why: string; retry?: () => void }) {
  return (
    <div class="room">
      <section class="panel nothing">
        <h1>{title}</h1>
        <p class="soft">{why}</p>
        {retry && (
          <button type="button" onClick={retry}>
            {say('retry')}
          </button>
        )}
        <a href={link('/')}>{say('home')}</a>
      </section>
    </div>
  )
}
