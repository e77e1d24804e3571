import type { JudgedMove } from './analysis.ts'
import { SLIGHT } from './analysis.ts'
import { moveInWords, rounded } from './names.ts'
import { say } from './words.ts'

/** What the bot says of one move, in a line. */
export function Judgement({ judged }: { judged: JudgedMove }) {
  const { move, best, lost } = judged
  if (move === best) return <span class="judgement good">{say('judgedBest')}</span>
  const values = { best: moveInWords(best) }
  if (lost == null || lost < SLIGHT) return <span class="judgement">{say('judgedOther', values)}</span>
  return <span class="judgement bad">{say('judgedWorse', { ...values, lost: rounded(lost) })}</span>
}
