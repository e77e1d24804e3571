import { useEffect, useMemo, useState } from 'preact/hooks'
import { service, session } from '../session.ts'
import { useTitle } from '../title.ts'
import { Announcer } from './announcer.tsx'
import { needsPanel, useAsking, type Asking } from './asking.ts'
import { ChoicePanel } from './choice_panel.tsx'
import { DealBar } from './deal_bar.tsx'
import { Felt } from './felt.tsx'
import { Glyph } from './glyph.tsx'
import { Hand } from './hand.tsx'
import { handOf } from './hand_cards.ts'
import { History } from './history.tsx'
import type { Match, Rules } from './match.ts'
import { Opened, type Open } from './opened.tsx'
import { receiversOf } from './question.ts'
import { ReasonNote } from './reason_note.tsx'
import { ResultCard, isOver } from './result_card.tsx'
import { ScoredCard } from './scored_card.tsx'
import { ScoreSheet } from './score_sheet.tsx'
import type { SeatNews } from './seat_plate.tsx'
import { TableState } from './state.ts'
import { StatusLine } from './status_line.tsx'
import { TableNotice } from './table_notice.tsx'
import { Unseen } from './unseen.tsx'
import { say } from './words.ts'
import './table_page.css'

/** The table of one match, to play at or to watch. */
export function TablePage({ id }: { id: string }) {
  const api = session.value?.api ?? service()
  const state = useMemo(() => new TableState(id, api), [id, api])
  useEffect(() => {
    state.start()
    return () => state.stop()
  }, [state])
  const match = state.match.value
  if (state.unseen.value !== null) return <Unseen code={state.unseen.value} />
  if (match === null) return <p class="table-loading">{say('loading')}</p>
  return <Table state={state} match={match} />
}

interface TableProps {
  readonly state: TableState
  readonly match: Match
}

function Table({ state, match }: TableProps) {
  const [open, setOpen] = useState<Open>(null)
  const rules = state.rules.value
  const asking = useAsking(state, match)
  useTitle(asking.asked === null ? say('table') : say('yourTurn'))
  const news = newsOf(match)
  return (
    <div class="table-page">
      <div class="table-main">
        <TopBar match={match} rules={rules} onOpen={setOpen} />
        <Middle state={state} match={match} asking={asking} news={news} />
        <Below state={state} match={match} asking={asking} news={news} onRule={(rule) => setOpen({ rule })} />
      </div>
      <aside class="table-side">
        <ScoreSheet scene={match} rules={rules} />
        <h2>{say('history')}</h2>
        <History log={state.logNow()} scene={match} rules={rules} />
      </aside>
      <Announcer log={state.log} seq={state.seq.value} scene={match} task={asking.question} />
      <Opened open={open} state={state} match={match} onOpen={setOpen} />
    </div>
  )
}

interface TopBarProps {
  readonly match: Match
  readonly rules: Rules | null
  readonly onOpen: (open: Open) => void
}

function TopBar({ match, rules, onOpen }: TopBarProps) {
  const deal = match.game?.deal ?? null
  return (
    <DealBar scene={match} rules={rules}>
      {deal !== null && deal.rows == null && (
        <button type="button" class="icon-button" aria-label={say('lastTrickTitle')} onClick={() => onOpen('trick')}>
          <Glyph name="trick" />
        </button>
      )}
      <button type="button" class="icon-button narrow-only" aria-label={say('scores')} onClick={() => onOpen('scores')}>
        <Glyph name="scores" />
      </button>
      <button type="button" class="icon-button" aria-label={say('menu')} onClick={() => onOpen('menu')}>
        <Glyph name="more" />
      </button>
    </DealBar>
  )
}

interface PartProps extends TableProps {
  readonly asking: Asking
  readonly news: readonly SeatNews[]
}

/** The felt, and what lies on it besides the cards. */
function Middle({ state, match, asking, news }: PartProps) {
  const { choice, question, chosen } = asking
  const { table, taking, scored } = state.stage
  const hasPanel = needsPanel(choice)
  const isDone = isOver(match)
  return (
    <Felt scene={match} plays={table.value} taking={taking.value} news={news}>
      <TableNotice match={match} connection={state.connection.value} act={(what) => state.act(what)} onRefused={(at) => state.tell(at)} />
      {hasPanel && <ChoicePanel choice={choice} question={question ?? ''} chosen={chosen} onMove={(text) => void state.move(text)} />}
      {scored.value !== null && !isDone && !hasPanel && <ScoredCard scored={scored.value} scene={match} />}
      {isDone && taking.value === null && <ResultCard match={match} api={state.api} onRefused={(at) => state.tell(at)} />}
    </Felt>
  )
}

/** What a person is told and asked, and his hand. */
function Below({ state, match, asking, news, onRule }: PartProps & { readonly onRule: (rule: string) => void }) {
  const rules = state.rules.value
  const deal = match.game?.deal ?? null
  const pending = state.pending.value
  const cards = handOf(match, pending, asking.chosen, receiversOf(match, rules))
  return (
    <div class="table-below">
      <ReasonNote refused={state.refused.value} onRule={onRule} />
      {!isOver(match) && <StatusLine scene={match} news={news} task={asking.question} isSending={pending !== null} />}
      {match.viewerSeat !== null && deal !== null && (
        <Hand
          cards={cards}
          full={rules?.handSize ?? cards.length}
          hidden={deal.hiddenCards}
          isAsked={asking.asked !== null}
          onTap={asking.tap}
        />
      )}
    </div>
  )
}

function newsOf(match: Match): readonly SeatNews[] {
  return match.seats.map(({ seat, deadlineMs, bankMs }) => ({
    present: match.presence?.[seat]?.present ?? null,
    deadlineMs: deadlineMs ?? null,
    bankMs: bankMs ?? null,
  }))
}
