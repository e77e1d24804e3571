// Sends the moves of this seat: each is made once, however often it has to be sent.

import { Unanswered, type Api } from '../../../ui/api.ts'
import { SubmitMoveDocument } from '../../../ui/generated/operations.ts'
import type { Suit } from '../../../ui/generated/operations.ts'

/** Why a move was not made. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly section: string | null
  readonly suit: Suit | null
}

const LONGEST_PAUSE_MS = 10_000
/** Codes after which the same move can be sent again: whether it was made is told by its key. */
const PASSING = new Set(['OFFLINE', 'INTERNAL', 'RATE_LIMITED', 'BUSY', 'STORE_UNAVAILABLE', 'STORE_FULL'])

/** Send a move until it is answered; null: it is made. With `isWanted` false it is given up. */
export async function sendMove(
  api: Api,
  at: { readonly matchId: string; readonly version: number },
  text: string,
  isWanted: () => boolean,
): Promise<Refused | null> {
  const input = { matchId: at.matchId, expectedVersion: at.version, idempotencyKey: newKey(), move: { text } }
  for (let failures = 0; ; failures += 1) {
    try {
      const { submitMove: answer } = await api.run(SubmitMoveDocument, { input })
      if (answer?.__typename === 'Refusal') {
        const { code, message, section, suit } = answer
        return { code, message, section: section ?? null, suit: suit ?? null }
      }
      return null
    } catch (fault) {
      const { code, message, retryAfterMs } = asUnanswered(fault)
      const isPassing = PASSING.has(code) || retryAfterMs !== null
      if (!isPassing || !isWanted()) return { code, message, section: null, suit: null }
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 400 * 2 ** failures) * (0.5 + Math.random() / 2)
      await new Promise((done) => setTimeout(done, Math.max(retryAfterMs ?? 0, pauseMs)))
    }
  }
}

/** Returns what somebody else made of a fault. */
export function asUnanswered(fault: unknown): Unanswered {
  if (fault instanceof Unanswered) return fault
  throw fault
}

/** A name for a move that nobody has used: 128 random bits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
