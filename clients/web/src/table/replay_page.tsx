import { useEffect, useMemo, useState } from 'preact/hooks'
import { inHandOrder } from '../../../ui/cards.ts'
import { link } from '../router.ts'
import { service, session } from '../session.ts'
import { useTitle } from '../title.ts'
import { AnalysisReader } from './analysis.ts'
import { AnalysisSheet } from './analysis_sheet.tsx'
import { DealBar } from './deal_bar.tsx'
import { Exports } from './exports.tsx'
import { Felt } from './felt.tsx'
import { Glyph } from './glyph.tsx'
import { Hand } from './hand.tsx'
import { History } from './history.tsx'
import { actionText } from './history_model.ts'
import { Judgement } from './judgement.tsx'
import type { Entry, Match, MatchThen, Rules } from './match.ts'
import { nameOrYou } from './names.ts'
import { ReasonNote } from './reason_note.tsx'
import { Replay, tableAfter } from './replay.ts'
import { ReplayControls } from './replay_controls.tsx'
import { ScoreSheet } from './score_sheet.tsx'
import { Sheet } from './sheet.tsx'
import { TableState } from './state.ts'
import { Unseen } from './unseen.tsx'
import { say } from './words.ts'
import './replay_page.css'

/** A match from its first deal on, step by step. */
export function ReplayPage({ id }: { id: string }) {
  const api = session.value?.api ?? service()
  const state = useMemo(() => new TableState(id, api), [id, api])
  const replay = useMemo(() => new Replay(state), [state])
  useEffect(() => {
    state.start()
    replay.start()
    return () => {
      replay.stop()
      state.stop()
    }
  }, [state, replay])
  useArrows(replay)
  useTitle(say('replayTitle'))
  const match = state.match.value
  const then = replay.then.value
  if (state.unseen.value !== null) return <Unseen code={state.unseen.value} />
  if (match === null || (then === null && replay.refused.value === null)) return <p class="table-loading">{say('loading')}</p>
  if (then === null) return <Unseen code={replay.refused.value?.code ?? ''} />
  return <Steps state={state} replay={replay} match={match} then={then} />
}

interface StepsProps {
  readonly state: TableState
  readonly replay: Replay
  readonly match: Match
  readonly then: MatchThen
}

function Steps({ state, replay, match, then }: StepsProps) {
  const isOver = match.game?.result != null
  const reader = useAnalysis(state, match.id, isOver)
  const [isOpen, setOpen] = useState(false)
  const rules = state.rules.value
  const entry = replay.entry()
  const { plays, taking } = tableAfter(then, entry)
  const log = state.logNow()
  return (
    <div class="table-page replay">
      <div class="table-main">
        <DealBar scene={then} rules={rules}>
          {isOver && (
            <button type="button" class="icon-button" aria-label={say('analysisTitle')} onClick={() => setOpen(true)}>
              <Glyph name="analysis" />
            </button>
          )}
          <a class="icon-button" href={link(`/m/${match.id}`)} aria-label={say('toTable')}>
            <Glyph name="trick" />
          </a>
        </DealBar>
        <Felt scene={then} plays={plays} taking={taking} />
        <div class="table-below">
          <ReasonNote refused={replay.refused.value} onRule={() => undefined} />
          <div class="replay-line">
            <Told entry={entry} then={then} judged={reader.of(then.version)} />
            {isOver && <Eyes replay={replay} match={match} />}
          </div>
          <SeenHand then={then} rules={rules} />
          <ReplayControls replay={replay} last={log.length} />
        </div>
      </div>
      <aside class="table-side replay-side">
        <ScoreSheet scene={then} rules={rules} />
        {isOver && <Exports match={match} api={state.api} onRefused={() => undefined} />}
        <h2>{say('history')}</h2>
        <History log={log} scene={then} rules={rules} onPick={(seq) => replay.go(seq)} />
      </aside>
      {isOpen && <OpenedAnalysis reader={reader} match={match} replay={replay} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Reads the analysis of a match once it is over, as long as somebody looks. */
function useAnalysis(state: TableState, id: string, isOver: boolean): AnalysisReader {
  const reader = useMemo(() => new AnalysisReader(state.api, id), [state])
  useEffect(() => {
    if (isOver) void reader.start()
    return () => reader.stop()
  }, [reader, isOver])
  return reader
}

interface ToldProps {
  readonly entry: Entry | undefined
  readonly then: MatchThen
  readonly judged: ReturnType<AnalysisReader['of']>
}

function Told({ entry, then, judged }: ToldProps) {
  return (
    <p aria-live="polite">
      {entry === undefined ? '' : (actionText(entry, then) ?? '')}
      {judged !== undefined && <Judgement judged={judged} />}
    </p>
  )
}

function SeenHand({ then, rules }: { then: MatchThen; rules: Rules | null }) {
  const deal = then.game?.deal ?? null
  const cards = [...(deal?.hand ?? [])].sort(inHandOrder)
  return (
    <Hand
      cards={cards.map((card) => ({ card, against: null, isChosen: false, isUnderWay: false, note: null }))}
      full={rules?.handSize ?? cards.length}
      hidden={deal?.hiddenCards ?? 0}
      isAsked={false}
    />
  )
}

interface OpenedAnalysisProps {
  readonly reader: AnalysisReader
  readonly match: Match
  readonly replay: Replay
  readonly onClose: () => void
}

function OpenedAnalysis({ reader, match, replay, onClose }: OpenedAnalysisProps) {
  return (
    <Sheet title={say('analysisTitle')} onClose={onClose}>
      <AnalysisSheet
        analysis={reader.analysis.value}
        refused={reader.refused.value}
        scene={match}
        onPick={(version) => {
          onClose()
          replay.go(version)
        }}
      />
    </Sheet>
  )
}

function Eyes({ replay, match }: { replay: Replay; match: Match }) {
  const chosen = replay.eyes.value ?? match.viewerSeat ?? 0
  return (
    <label class="replay-eyes">
      <span>{say('eyes')}</span>
      <select value={chosen} onChange={({ currentTarget }) => replay.look(Number(currentTarget.value))}>
        {match.seats.map(({ seat }) => (
          <option key={seat} value={seat}>
            {nameOrYou(match, seat)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Arrows go a step, with Shift a deal; the space bar plays and stops. */
function useArrows(replay: Replay): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, shiftKey } = event
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) return
      if (key === 'ArrowRight') replay.go(shiftKey ? replay.nextDeal() : replay.at.value + 1)
      else if (key === 'ArrowLeft') replay.go(shiftKey ? replay.previousDeal() : replay.at.value - 1)
      else if (key === ' ' && !(target instanceof HTMLElement && target.matches('button, a, summary'))) replay.toggle()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [replay])
}
