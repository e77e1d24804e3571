// A made-up match, to look at an overlay and to place it before there is one to watch.

import { language } from '../../ui/words.ts'
import type { Match, Rules } from './match.ts'
import type { Stage } from './scene.ts'
import type { Service } from './service.ts'

const SHOWN_DEAL = 2
const HANDS = [
  ['AS', '9S', 'KH', '4H', 'JC', '7D', '3D'],
  ['QS', '6S', '5S', '9H', 'AC', '4C', 'TD', '2D'],
  ['JS', '8H', '7H', 'QC', '9C', 'KD', '8D', '5D'],
  ['KS', '2S', 'AH', '3H', 'TC', '6C', 'QD', '4D'],
]
const NAMES = { pl: ['Ala', 'Bartek', 'Celina', 'Darek'], en: ['Ada', 'Ben', 'Clara', 'Dan'] }
const LEFT_MS = 300_000

/** Show a match of the service's first rule set in the middle of a deal; its clock runs for a while. */
export async function showSample(service: Service, stage: Stage): Promise<void> {
  const rules = await service.sampleRules()
  stage.rules.value = rules
  stage.match.value = sampleMatch(rules, Date.now() + LEFT_MS)
  stage.connection.value = { state: 'ended' }
}

function sampleMatch(rules: Rules, deadlineMs: number): Match {
  const deal = rules.deals[SHOWN_DEAL] ?? rules.deals[0]
  const totals = [-60, -140, -20, -300]
  return {
    id: 'sample',
    status: 'playing',
    version: 1,
    players: 4,
    spectators: { watching: 'open_hands', delaySeconds: 0 },
    asOfMs: null,
    pausedMs: null,
    places: null,
    seats: NAMES[language.value].map((name, seat) => ({
      seat,
      kind: 'person',
      name,
      level: null,
      givenUp: null,
      deadlineMs: seat === 1 ? deadlineMs : null,
      bankMs: null,
    })),
    game: {
      toAct: [1],
      totals,
      deal: {
        number: SHOWN_DEAL + 1,
        id: deal?.id ?? '',
        phase: 'tricks',
        trump: null,
        hands: HANDS,
        table: [
          { seat: 2, card: 'TS' },
          { seat: 3, card: '3S' },
          { seat: 0, card: '4S' },
        ],
        tricksTaken: [1, 0, 3, 1],
        points: [0, 0, -60, 0],
        rows: null,
        out: [],
        talon: [],
        talonTaker: null,
        sale: null,
        oddCard: null,
      },
    },
  }
}
