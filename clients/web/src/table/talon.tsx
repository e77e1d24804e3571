import { Card } from '../../../ui/card.tsx'
import type { Deal } from './match.ts'
import { cardAloud } from './names.ts'
import { say } from './words.ts'
import './talon.css'

/** The cards that lie open beside the hands, and what has been bid for them. */
export function Talon({ deal, nameOf }: { deal: Deal; nameOf: (seat: number) => string }) {
  const { sale } = deal
  return (
    <div class="talon">
      <ul aria-label={say('talon')}>
        {deal.talon.map((card) => (
          <li key={card}>
            <Card card={card} label={cardAloud(card)} />
          </li>
        ))}
      </ul>
      {sale != null && (
        <p>
          {say('sale', { minimum: sale.minimum })}
          {' · '}
          {sale.bidder == null ? say('noBid') : say('highBid', { name: nameOf(sale.bidder), n: sale.high })}
        </p>
      )}
    </div>
  )
}
