import { useEffect, useMemo, useState } from 'preact/hooks'
import { service, session } from '../session.ts'
import { useTitle } from '../title.ts'
import { Announcer } from './announcer.tsx'
import { picked, choiceOf } from './choice.ts'
import { ChoicePanel } from './choice_panel.tsx'
import { DealBar } from './deal_bar.tsx'
import { Felt } from './felt.tsx'
import { Glyph } from './glyph.tsx'
import { Hand } from './hand.tsx'
import { handOf } from './hand_cards.ts'
import { History } from './history.tsx'
import { LastTrick } from './last_trick.tsx'
import type { Match } from './match.ts'
import { Menu } from './menu.tsx'
import { questionOf, receiversOf } from './question.ts'
import { ReasonNote } from './reason_note.tsx'
import { ResultCard, isOver } from './result_card.tsx'
import { RuleSheet } from './rule_sheet.tsx'
import { ScoredCard } from './scored_card.tsx'
import { ScoreSheet } from './score_sheet.tsx'
import type { SeatNews } from './seat_plate.tsx'
import { Sheet } from './sheet.tsx'
import { TableState } from './state.ts'
import { StatusLine } from './status_line.tsx'
import { TableNotice } from './table_notice.tsx'
import { Unseen } from './unseen.tsx'
import { say } from './words.ts'
import './table_page.css'

type Open = 'scores' | 'trick' | 'menu' | 'history' | { readonly rule: string } | null

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

function Table({ state, match }: { state: TableState; match: Match }) {
  const [open, setOpen] = useState<Open>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const rules = state.rules.value
  const asked = state.asked.value
  const choice = useMemo(() => (asked === null ? null : choiceOf(asked)), [asked])
  useEffect(() => setChosen([]), [match.decisionVersion])
  useTitle(asked === null ? say('table') : say('yourTurn'))
  const deal = match.game?.deal ?? null
  const question = asked === null ? null : questionOf(match, asked, rules)
  const cards = handOf(match, state.pending.value, chosen, receiversOf(match, rules))
  const news = newsOf(match)
  const showRule = (rule: string) => setOpen({ rule })
  const tap = (card: string) => {
    const against = match.legalMoves?.cards.find((at) => at.card === card)
    if (choice === null) return state.tell({ code: 'NOT_YOUR_TURN', message: '', section: null, suit: null })
    const text = choice.taps.get(card)
    if (text !== undefined) return void state.move(text)
    if (choice.pick !== null && against?.playable === true) {
      state.tell(null)
      return setChosen(picked(chosen, card, choice.pick.count))
    }
    if (against?.code != null) {
      state.tell({ code: against.code, message: '', section: against.section ?? null, suit: against.suit ?? null })
    }
  }
  const needsPanel = choice !== null && (choice.pick !== null || choice.range !== null || choice.buttons.length > 0)
  return (
    <div class="table-page">
      <div class="table-main">
        <DealBar scene={match} rules={rules}>
          {deal !== null && deal.rows == null && (
            <button type="button" class="icon-button" aria-label={say('lastTrickTitle')} onClick={() => setOpen('trick')}>
              <Glyph name="trick" />
            </button>
          )}
          <button type="button" class="icon-button narrow-only" aria-label={say('scores')} onClick={() => setOpen('scores')}>
            <Glyph name="scores" />
          </button>
          <button type="button" class="icon-button" aria-label={say('menu')} onClick={() => setOpen('menu')}>
            <Glyph name="more" />
          </button>
        </DealBar>
        <Felt scene={match} plays={state.stage.table.value} taking={state.stage.taking.value} news={news}>
          <TableNotice match={match} connection={state.connection.value} act={(what) => state.act(what)} onRefused={(at) => state.tell(at)} />
          {needsPanel && (
            <ChoicePanel choice={choice} question={question ?? ''} chosen={chosen} onMove={(text) => void state.move(text)} />
          )}
          {state.stage.scored.value !== null && !isOver(match) && !needsPanel && (
            <ScoredCard scored={state.stage.scored.value} scene={match} />
          )}
          {isOver(match) && state.stage.taking.value === null && (
            <ResultCard match={match} api={state.api} onRefused={(at) => state.tell(at)} />
          )}
        </Felt>
        <div class="table-below">
          <ReasonNote refused={state.refused.value} onRule={showRule} />
          {!isOver(match) && (
            <StatusLine scene={match} news={news} task={question} isSending={state.pending.value !== null} />
          )}
          {match.viewerSeat !== null && deal !== null && (
            <Hand
              cards={cards}
              full={rules?.handSize ?? cards.length}
              hidden={deal.hiddenCards}
              isAsked={asked !== null}
              onTap={tap}
            />
          )}
        </div>
      </div>
      <aside class="table-side">
        <ScoreSheet scene={match} rules={rules} />
        <h2>{say('history')}</h2>
        <History log={logOf(state)} scene={match} rules={rules} />
      </aside>
      <Announcer log={state.log} seq={state.seq.value} scene={match} task={question} />
      <Opened open={open} state={state} match={match} onOpen={setOpen} />
    </div>
  )
}

interface OpenedProps {
  readonly open: Open
  readonly state: TableState
  readonly match: Match
  readonly onOpen: (open: Open) => void
}

function Opened({ open, state, match, onOpen }: OpenedProps) {
  if (open === null) return null
  const close = () => onOpen(null)
  if (typeof open === 'object') return <RuleSheet section={open.rule} onClose={close} />
  if (open === 'trick') {
    return (
      <Sheet title={say('lastTrickTitle')} onClose={close}>
        <LastTrick scene={match} />
      </Sheet>
    )
  }
  if (open === 'menu') {
    return (
      <Sheet title={say('menu')} onClose={close}>
        <button type="button" class="narrow-only menu-history" onClick={() => onOpen('history')}>
          {say('history')}
        </button>
        <Menu
          match={match}
          act={(what) => state.act(what)}
          onDone={(refused) => {
            state.tell(refused)
            close()
          }}
        />
      </Sheet>
    )
  }
  if (open === 'history') {
    return (
      <Sheet key="history" title={say('history')} onClose={close}>
        <History log={logOf(state)} scene={match} rules={state.rules.value} />
      </Sheet>
    )
  }
  return (
    <Sheet title={say('scores')} onClose={close}>
      <ScoreSheet scene={match} rules={state.rules.value} />
    </Sheet>
  )
}

/** The log as it is now; read with `seq`, so that what shows it follows it. */
function logOf(state: TableState) {
  return state.log.slice(0, state.seq.value)
}

function newsOf(match: Match): readonly SeatNews[] {
  return match.seats.map(({ seat, deadlineMs, bankMs }) => ({
    present: match.presence?.[seat]?.present ?? null,
    deadlineMs: deadlineMs ?? null,
    bankMs: bankMs ?? null,
  }))
}
