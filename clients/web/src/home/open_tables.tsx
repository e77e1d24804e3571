import { OpenMatchesDocument } from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { join } from '../play.ts'
import { usePolled } from '../polling.ts'
import { ruleSetName } from '../rule_sets.ts'
import { service, session } from '../session.ts'
import { Clock } from '../waiting/clock.tsx'
import { MatchList, MatchRow } from './match_list.tsx'
import { say } from './words.ts'

const SHOWN = 20

/** Public tables that wait for players. */
export function OpenTables() {
  const doing = useDoing()
  const polled = usePolled(async () => {
    const asked = { first: SHOWN, after: null, ruleSet: null, players: null }
    const answer = await service().run(OpenMatchesDocument, asked)
    return granted(answer.openMatches, 'MatchConnection').edges.map(({ node }) => node)
  }, [session.value])
  return (
    <>
      <MatchList title={say('open')} none={say('openNone')} polled={polled} items={polled.data.value}>
        {(match) => (
          <MatchRow key={match.id} match={match}>
            <Clock clock={match} />
            <span class="soft" aria-label={say('seats', { n: taken(match), all: match.players })}>
              {`${taken(match)}/${match.players}`}
            </span>
            <DoButton
              doing={doing}
              what={() => join(match.id)}
              aria-label={`${say('join')}: ${ruleSetName(match.ruleSet)}`}
            >
              {say('join')}
            </DoButton>
          </MatchRow>
        )}
      </MatchList>
      <Failure doing={doing} />
    </>
  )
}

function taken({ seats }: { seats: readonly { kind: string }[] }): number {
  return seats.filter(({ kind }) => kind !== 'EMPTY').length
}
