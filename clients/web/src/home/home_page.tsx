import { useEffect } from 'preact/hooks'
import { link } from '../router.ts'
import { loadRuleSets } from '../rule_sets.ts'
import { session } from '../session.ts'
import { useTitle } from '../title.ts'
import { Hero } from './hero.tsx'
import { InviteEntry } from './invite_entry.tsx'
import { MyMatches } from './my_matches.tsx'
import { OpenTables } from './open_tables.tsx'
import { RunningMatches } from './running_matches.tsx'
import { say } from './words.ts'
import './home.css'

/** Where one begins: play at once, or look for a match. */
export function HomePage() {
  useTitle('')
  useEffect(() => {
    loadRuleSets().catch(() => undefined) // lists show ids until the next visit
  }, [])
  return (
    <div class="home">
      <div class="home-begin">
        <Hero />
      </div>
      <div class="home-lists">
        {session.value && <MyMatches key={session.value.player.id} api={session.value.api} />}
        <InviteEntry />
        <OpenTables />
        <RunningMatches />
        <p class="home-about">
          <a href={link('/about')}>{say('rules')}</a>
        </p>
      </div>
    </div>
  )
}
