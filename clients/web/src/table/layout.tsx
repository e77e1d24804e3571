import { Card, SuitSign } from '../../../ui/card.tsx'
import { suitName } from '../../../ui/cards.ts'
import { language } from '../../../ui/words.ts'
import type { Deal } from './match.ts'
import { cardAloud, letterOf } from './names.ts'
import { say } from './words.ts'
import './layout.css'

/** The rows of a lottery: of each suit its lowest and its highest card, and how many lie between. */
export function Layout({ deal }: { deal: Deal }) {
  const last = deal.laid.at(-1)?.card
  return (
    <div class="layout" role="group" aria-label={say('layout')}>
      {(deal.rows ?? []).map(({ suit, cards }) => (
        <Row key={suit} suit={suit} cards={cards} last={last} />
      ))}
    </div>
  )
}

function Row({ suit, cards, last }: { suit: string; cards: readonly string[]; last: string | undefined }) {
  const letter = letterOf(suit) ?? 'S'
  const label = `${suitName(letter, language.value)}: ${cards.map(cardAloud).join(', ') || '–'}`
  return (
    <div class="layout-row" role="img" aria-label={label}>
      <span class="layout-suit">
        <SuitSign suit={letter} />
      </span>
      {[...cards].map((card) => (
        <span key={card} class={`layout-card${card === last ? ' newest' : ''}`} data-card={card}>
          <Card card={card} />
        </span>
      ))}
    </div>
  )
}
