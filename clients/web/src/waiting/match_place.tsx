import { MatchPage } from '../table/match_page.tsx'

/** A match: its waiting room, its table, or its replay. */
export function MatchPlace({ id, replay }: { id: string; replay: boolean }) {
  return <MatchPage id={id} replay={replay} />
}
