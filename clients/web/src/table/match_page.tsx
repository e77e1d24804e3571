import { ReplayPage } from './replay_page.tsx'
import { TablePage } from './table_page.tsx'

/** The table of a match that is played or over; with `replay` from its beginning. */
export function MatchPage({ id, replay = false }: { id: string; replay?: boolean }) {
  return replay ? <ReplayPage key={id} id={id} /> : <TablePage key={id} id={id} />
}
