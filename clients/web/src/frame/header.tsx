import { isReached } from '../reach.ts'
import { link, route } from '../router.ts'
import { session } from '../session.ts'
import { turns } from '../turns.ts'
import { Icon, Mark } from './icon.tsx'
import { say } from './words.ts'

/** The top of every page: the way home, who plays, the settings. */
export function Header() {
  const at = route.value.page
  return (
    <header class="header">
      <a class="brand" href={link('/')} aria-label={`Kierki – ${say('home')}`}>
        <Mark />
        <span aria-hidden="true">Kierki</span>
      </a>
      <Waiting />
      <span class="who">{isReached.value && session.value?.player.name}</span>
      <span role="status" class="away-place">
        {!isReached.value && <span class="away">{say('offline')}</span>}
      </span>
      <a
        class="icon-button"
        href={link('/settings')}
        aria-label={say('settings')}
        aria-current={at === 'settings' ? 'page' : undefined}
      >
        <Icon name="settings" />
      </a>
    </header>
  )
}

/** Leads to a match that waits for a move, but for one that is looked at. */
function Waiting() {
  const at = route.value
  const others = turns.value.filter(({ matchId }) => at.page !== 'match' || at.id !== matchId)
  const first = at.page === 'home' ? undefined : others[0] // which lists them all
  return (
    <span class="waiting" role="status">
      {first && (
        <a class="chip chip-turn" href={link(`/m/${first.matchId}`)}>
          {say('yourTurn', { n: others.length })}
        </a>
      )}
    </span>
  )
}
