import type { Entry, Table } from './lobby.ts'
import { say } from './words.ts'

/** Returns what has just happened at a table, in a sentence; empty where the table says it all. */
export function newsText(news: { entry: Entry; before: Table } | null, viewer: string | undefined): string {
  if (news === null) return ''
  const { action } = news.entry
  const before = news.before.seats.find(({ seat }) => seat === action.seat)
  const name = action.name ?? before?.name ?? say('someone')
  switch (action.kind) {
    case 'JOINED':
    case 'BOT_ADDED':
      return say('joined', { name })
    case 'LEFT':
      return say('left', { name })
    case 'KICKED':
      return before?.playerId && before.playerId === viewer ? say('kickedYou') : say('kicked', { name })
    case 'REORDERED':
      return say('reordered')
    default:
      return ''
  }
}
