import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { MatchByInviteDocument, type MatchByInviteQuery } from '../../../ui/generated/operations.ts'
import { excuse } from '../excuses.ts'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { NameField } from '../frame/name_field.tsx'
import { join } from '../play.ts'
import { go } from '../router.ts'
import { loadRuleSets, ruleSetName } from '../rule_sets.ts'
import { service, session } from '../session.ts'
import { useTitle } from '../title.ts'
import { Clock } from './clock.tsx'
import { Nothing } from './match_place.tsx'
import { say } from './words.ts'

type Invited = NonNullable<MatchByInviteQuery['matchByInvite']>
type Found = { state: 'loading' } | { state: 'none' } | { state: 'failed'; fault: unknown } | { state: 'found'; match: Invited }

/** Where a link of an invitation leads: who invites to what, and the way to the table. */
export function InvitePage({ code }: { code: string }) {
  const found = useSignal<Found>({ state: 'loading' })
  const load = (): void => {
    found.value = { state: 'loading' }
    service()
      .run(MatchByInviteDocument, { code })
      .then(({ matchByInvite: match }) => {
        if (match?.viewerSeat != null) go(`/m/${match.id}`, { replace: true })
        else found.value = match ? { state: 'found', match } : { state: 'none' }
      })
      .catch((fault: unknown) => (found.value = { state: 'failed', fault }))
  }
  useTitle(say('invited'))
  useEffect(load, [code])
  useEffect(() => {
    loadRuleSets().catch(() => undefined) // until they come the id stands for the name
  }, [])
  const { value } = found
  if (value.state === 'loading') return <div class="room placeholder room-placeholder" aria-hidden="true" />
  if (value.state === 'none') return <Nothing title={say('badInvite')} why={say('badInviteWhy')} />
  if (value.state === 'failed') return <Nothing title={excuse(value.fault)} why="" retry={load} />
  return <Invitation match={value.match} code={code} />
}

function Invitation({ match, code }: { match: Invited; code: string }) {
  const doing = useDoing()
  const host = match.seats.find(({ playerId }) => playerId === match.ownerId)?.name
  const names = match.seats.flatMap(({ name }) => (name === null ? [] : [name]))
  return (
    <div class="room">
      <section class="panel invitation">
        <h1>{host ? say('invitedBy', { name: host }) : say('invited')}</h1>
        <p class="invitation-game">{ruleSetName(match.ruleSet)}</p>
        <ul class="agreed-facts soft">
          <li>{say('players', { n: match.players })}</li>
          <li>
            <Clock clock={match} />
          </li>
        </ul>
        {names.length > 0 && <p class="soft">{names.join(', ')}</p>}
        {session.value === null && <NameField />}
        <DoButton class="primary" doing={doing} what={() => join(match.id, { inviteCode: code })}>
          {say('join')}
        </DoButton>
        <Failure doing={doing} />
      </section>
    </div>
  )
}
