// What the strong house bot says of the decisions of a match that is over.

import { signal, type ReadonlySignal } from '@preact/signals'
import { Unanswered, type Api } from '../../../ui/api.ts'
import { MatchAnalysisDocument, type MatchAnalysisQuery } from '../../../ui/generated/operations.ts'

export type Analysis = Extract<NonNullable<MatchAnalysisQuery['matchAnalysis']>, { __typename: 'Analysis' }>
export type JudgedMove = Analysis['moves'][number]

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 8_000
/** A difference of so few points is none: the bot's own estimate is not better. */
export const SLIGHT = 0.5

export class AnalysisReader {
  private readonly found = signal<Analysis | null>(null)
  private readonly fault = signal<string | null>(null)
  private readonly api: Api
  private readonly id: string
  private isStopped = false

  constructor(api: Api, id: string) {
    this.api = api
    this.id = id
  }

  /** As far as it has come; null before anything has. */
  get analysis(): ReadonlySignal<Analysis | null> {
    return this.found
  }

  /** Why there is none; null while there may be. */
  get refused(): ReadonlySignal<string | null> {
    return this.fault
  }

  /** Read it, again and again until it is done. */
  async start(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !this.isStopped; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
      if (await this.readOnce()) return
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }

  stop(): void {
    this.isStopped = true
  }

  /** The judgement of the move that made a version; undefined where there was nothing to choose. */
  of(version: number): JudgedMove | undefined {
    return this.found.value?.moves.find((move) => move.version === version)
  }

  /** Returns whether there is nothing more to come. */
  private async readOnce(): Promise<boolean> {
    try {
      const moves: JudgedMove[] = []
      for (let after = 0; ; ) {
        const { matchAnalysis: answer } = await this.api.run(MatchAnalysisDocument, { matchId: this.id, after })
        if (answer?.__typename !== 'Analysis') {
          this.fault.value = answer?.__typename === 'Refusal' ? answer.code : 'INTERNAL'
          return true
        }
        moves.push(...answer.moves)
        if (answer.next == null) {
          this.found.value = { ...answer, moves }
          return answer.state === 'READY'
        }
        after = answer.next
      }
    } catch (fault) {
      if (!(fault instanceof Unanswered)) throw fault
      return false // it is asked for again
    }
  }
}
