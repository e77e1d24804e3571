import './overlay.css'
import { useLayoutEffect } from 'preact/hooks'
import { signal } from '@preact/signals'
import { DealPanel } from './deal.tsx'
import { isStale, Notes } from './notes.tsx'
import type { Layout, Parameters } from './parameters.ts'
import { Player } from './player.tsx'
import type { Stage } from './scene.ts'
import type { Service } from './service.ts'

interface OverlayProps {
  readonly stage: Stage
  readonly service: Service
  readonly parameters: Parameters
}

/** Everything that the overlay draws; the rest of the page lets the picture below through. */
export function Overlay({ stage, service, parameters }: OverlayProps) {
  const match = stage.match.value
  const taken = stage.taken.value
  const leaves = taken?.leaves === true
  useLayoutEffect(() => {
    if (leaves) sendToTaker(taken.taker)
  }, [leaves])
  const layout = layoutOf(parameters.layout)
  return (
    <main class={`overlay ${layout} ${isStale(stage) ? 'stale' : ''}`}>
      <div class="corner">
        <Notes stage={stage} service={service} />
        {match && parameters.show.has('deal') && (
          <DealPanel match={match} rules={stage.rules.value} scored={stage.scored.value} />
        )}
      </div>
      <ol class="players">
        {match?.seats.map((seat) => (
          <Player
            key={seat.seat}
            match={match}
            rules={stage.rules.value}
            seat={seat}
            taken={taken}
            scored={stage.scored.value}
            parameters={parameters}
            service={service}
          />
        ))}
      </ol>
    </main>
  )
}

const isTall = signal(false)

/** Follow the shape of the window. */
export function followShape(): void {
  const measure = () => (isTall.value = innerHeight > innerWidth)
  addEventListener('resize', measure)
  measure()
}

function layoutOf(layout: Layout): 'bar' | 'column' {
  if (layout === 'auto') return isTall.value ? 'column' : 'bar'
  return layout
}

/** Start the cards of a trick on their way to the seat that has taken it. */
function sendToTaker(taker: number): void {
  const goal = document.querySelector(`[data-seat="${taker}"] .tile`)?.getBoundingClientRect()
  if (goal === undefined) return
  for (const card of document.querySelectorAll<HTMLElement>('.laid')) {
    const box = card.getBoundingClientRect()
    const right = goal.x + goal.width / 2 - box.x - box.width / 2
    const down = goal.y + goal.height / 2 - box.y - box.height / 2
    card.style.transform = `translate(${right}px, ${down}px) scale(0.4)`
  }
}
