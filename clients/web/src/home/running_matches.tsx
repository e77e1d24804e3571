import { RunningMatchesDocument } from '../../../ui/generated/operations.ts'
import { granted } from '../answers.ts'
import { usePolled } from '../polling.ts'
import { service, session } from '../session.ts'
import { MatchList, MatchRow } from './match_list.tsx'
import { say } from './words.ts'

const SHOWN = 10

/** Public matches in play that may be watched. */
export function RunningMatches() {
  const polled = usePolled(async () => {
    const answer = await service().run(RunningMatchesDocument, { first: SHOWN, after: null })
    return granted(answer.runningMatches, 'MatchConnection').edges.map(({ node }) => node)
  }, [session.value])
  return (
    <MatchList title={say('watch')} none={say('watchNone')} polled={polled} items={polled.data.value}>
      {(match) => (
        <MatchRow key={match.id} match={match}>
          {match.game?.deal && <span class="soft">{say('deal', { n: match.game.deal.number })}</span>}
        </MatchRow>
      )}
    </MatchList>
  )
}
