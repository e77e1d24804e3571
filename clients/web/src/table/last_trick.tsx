import { Card } from '../../../ui/card.tsx'
import type { Scene } from './match.ts'
import { cardAloud, nameOrYou, signed } from './names.ts'
import { say } from './words.ts'
import './last_trick.css'

/** The newest finished trick of the deal. */
export function LastTrick({ scene }: { scene: Scene }) {
  const trick = scene.game?.deal?.tricks.at(-1)
  if (trick === undefined) return <p>{say('noTrickYet')}</p>
  const players = scene.seats.length
  const name = nameOrYou(scene, trick.taker)
  return (
    <>
      <ol class="last-trick">
        {trick.cards.map((card, at) => {
          const seat = (trick.leader + at) % players
          return (
            <li key={card} class={seat === trick.taker ? 'best' : ''}>
              <Card card={card} label={cardAloud(card)} />
              <span>{nameOrYou(scene, seat)}</span>
            </li>
          )
        })}
      </ol>
      <p class="last-trick-end">
        {trick.points === 0 ? say('takes', { name }) : say('takesFor', { name, points: signed(trick.points) })}
      </p>
    </>
  )
}
