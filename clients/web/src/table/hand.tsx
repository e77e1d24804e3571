import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Card } from '../../../ui/card.tsx'
import { shapeOf } from './hand_shape.ts'
import { cardAloud } from './names.ts'
import { say } from './words.ts'
import './hand.css'

/** A card of the hand, as it is shown. */
export interface HandCard {
  readonly card: string
  /** Why it cannot be played now; null: nothing stands against it. */
  readonly against: string | null
  readonly isChosen: boolean
  readonly isUnderWay: boolean
  /** What is added to its name, such as for whom it is chosen. */
  readonly note: string | null
}

interface HandProps {
  readonly cards: readonly HandCard[]
  /** How many it had at the start of the deal: it keeps room for them. */
  readonly full: number
  readonly hidden: number
  /** Whether one is asked to choose among the cards. */
  readonly isAsked: boolean
  readonly onTap?: ((card: string) => void) | undefined
  readonly onLook?: ((card: string | null) => void) | undefined
}

/** The viewer's own cards. Arrows go from card to card; Enter is a tap. */
export function Hand({ cards, full, hidden, isAsked, onTap, onLook }: HandProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState(0)
  const held = useRef<string | null>(null)
  const current = Math.min(at, Math.max(0, cards.length - 1))
  const shape = shapeOf(cards.length + hidden, full, width)
  const focus = (place: number) => {
    const next = (place + cards.length) % cards.length
    setAt(next)
    box.current?.querySelectorAll<HTMLButtonElement>('button')[next]?.focus()
  }
  useEffect(() => {
    const isGone = held.current !== null && !cards.some(({ card }) => card === held.current)
    if (!isGone) return
    held.current = null
    if (document.activeElement === document.body && cards.length > 0) focus(current)
  }, [cards])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: cards.length - 1 }[event.key]
    if (to === undefined || cards.length === 0) return
    event.preventDefault()
    focus(to)
  }
  return (
    <div
      ref={box}
      class={`hand${isAsked ? ' asked' : ''}`}
      role="group"
      aria-label={say('hand')}
      style={{ height: `${shape.height}px` }}
      onKeyDown={onKeyDown}
    >
      {width > 0 &&
        cards.map((one, place) => (
          <button
            key={one.card}
            type="button"
            class={classOf(one)}
            data-card={one.card}
            style={{
              width: `${shape.cardWidth}px`,
              transform: `translate(${shape.places[place]?.x ?? 0}px, ${shape.places[place]?.y ?? 0}px)`,
            }}
            aria-label={labelOf(one)}
            aria-disabled={one.against !== null || onTap === undefined}
            aria-pressed={one.isChosen ? true : undefined}
            tabIndex={place === current ? 0 : -1}
            onClick={() => onTap?.(one.card)}
            onFocus={() => {
              setAt(place)
              held.current = one.card
              onLook?.(one.card)
            }}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget !== null) held.current = null
              onLook?.(null)
            }}
          >
            <span class="hand-face">
              <Card card={one.card} dimmed={one.against !== null} />
              {one.note !== null && <span class="hand-note">{one.note}</span>}
            </span>
          </button>
        ))}
      {width > 0 && Array.from({ length: hidden }, (_, n) => (
        <span
          key={n}
          class="hand-card hand-back"
          style={{
            width: `${shape.cardWidth}px`,
            transform: `translate(${shape.places[cards.length + n]?.x ?? 0}px, ${shape.places[cards.length + n]?.y ?? 0}px)`,
          }}
        >
          <Card back />
        </span>
      ))}
      {hidden > 0 && <p class="visually-hidden">{say('hiddenCards', { n: hidden })}</p>}
    </div>
  )
}

function classOf({ against, isChosen, isUnderWay }: HandCard): string {
  const state = isUnderWay ? ' under-way' : isChosen ? ' chosen' : against !== null ? ' barred' : ''
  return `hand-card${state}`
}

function labelOf({ card, against, isChosen, note }: HandCard): string {
  const parts = [cardAloud(card)]
  if (isChosen) parts.push(say('chosen'))
  if (note !== null) parts.push(note)
  if (against !== null) parts.push(`${say('cannot')}: ${against}`)
  return parts.join(', ')
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return width
}
