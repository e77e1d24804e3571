/** The table of a match that is played or over; with `replay` from its beginning. */
export function MatchPage({ id }: { id: string; replay?: boolean }) {
  return <h1>{id}</h1>
}
