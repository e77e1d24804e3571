import { told } from '../../../ui/words.ts'
import type { ComponentChildren } from 'preact'
import { rulesOfDeal, type Rules, type Scene } from './match.ts'
import { trumpText } from './names.ts'
import { worthOf } from './worth.ts'
import { say } from './words.ts'
import './deal_bar.css'

interface DealBarProps {
  readonly scene: Scene
  readonly rules: Rules | null
  /** The buttons beside it. */
  readonly children?: ComponentChildren
}

/** Which deal is played, and what it counts. */
export function DealBar({ scene, rules, children }: DealBarProps) {
  const deal = scene.game?.deal ?? null
  const known = deal === null || rules === null ? undefined : rulesOfDeal(rules, deal.number)
  const of = rules === null || rules.ending != null ? null : rules.deals.length
  return (
    <header class="deal-bar">
      <div class="deal-what">
        {deal !== null && (
          <>
            <h1>
              {known === undefined ? say('dealNumber', { n: deal.number }) : told(known.name)}
              {deal.trump != null && <span class="deal-trump">{trumpText(deal.trump)}</span>}
            </h1>
            <p>
              <span class="deal-number">{of === null ? say('dealNumber', { n: deal.number }) : `${deal.number}/${of}`}</span>
              {known !== undefined && worthOf(known).join(' · ')}
            </p>
          </>
        )}
        {deal === null && <h1>{say('resultTitle')}</h1>}
      </div>
      <div class="deal-buttons">{children}</div>
    </header>
  )
}
