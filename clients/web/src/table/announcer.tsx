import { useEffect, useRef, useState } from 'preact/hooks'
import { actionText } from './history_model.ts'
import { cardOf, type Entry, type Scene } from './match.ts'
import { cardAloud, nameOf, signed } from './names.ts'
import { say } from './words.ts'

interface AnnouncerProps {
  readonly log: readonly Entry[]
  readonly seq: number
  readonly scene: Scene
  /** What is asked of the viewer. */
  readonly task: string | null
}

/** Says what happens to whoever does not see it: the others' cards, tricks, and one's turn. */
export function Announcer({ log, seq, scene, task }: AnnouncerProps) {
  const [text, setText] = useState('')
  const told = useRef(seq)
  useEffect(() => {
    const news = log.filter((entry) => entry.seq > told.current && entry.seq <= seq)
    told.current = seq
    if (news.length === 0 || news.length > 12) return
    setText(news.map((entry) => aloud(entry, scene)).filter(Boolean).join('. '))
  }, [seq])
  return (
    <div class="visually-hidden" aria-live="polite" data-announcer>
      {text}
      {task !== null && `. ${task}`}
    </div>
  )
}

function aloud(entry: Entry, scene: Scene): string {
  const { seat } = entry.action
  const card = cardOf(entry)
  const own = seat === scene.viewerSeat
  const played = card !== null && seat != null ? `${nameOf(scene, seat)}: ${cardAloud(card)}` : (actionText(entry, scene) ?? '')
  const taken = entry.effects.flatMap(({ kind, seat: taker, points }) => {
    if (kind !== 'TRICK_TAKEN' || taker == null) return []
    return [say('takesFor', { name: nameOf(scene, taker), points: signed(points?.[taker] ?? 0) })]
  })
  return [...(own ? [] : [played]), ...taken].join('. ')
}
