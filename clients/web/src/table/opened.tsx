import { History } from './history.tsx'
import { LastTrick } from './last_trick.tsx'
import type { Match } from './match.ts'
import { Menu } from './menu.tsx'
import { RuleSheet } from './rule_sheet.tsx'
import { ScoreSheet } from './score_sheet.tsx'
import { Sheet } from './sheet.tsx'
import type { TableState } from './state.ts'
import { say } from './words.ts'

/** Which sheet lies over the table: a section of the rule book by its number, or one by its name. */
export type Open = 'scores' | 'trick' | 'menu' | 'history' | { readonly rule: string } | null

interface OpenedProps {
  readonly open: Open
  readonly state: TableState
  readonly match: Match
  readonly onOpen: (open: Open) => void
}

/** The sheet that lies over the table, if one does. */
export function Opened({ open, state, match, onOpen }: OpenedProps) {
  if (open === null) return null
  const close = () => onOpen(null)
  if (typeof open === 'object') return <RuleSheet section={open.rule} onClose={close} />
  switch (open) {
    case 'trick':
      return (
        <Sheet title={say('lastTrickTitle')} onClose={close}>
          <LastTrick scene={match} />
        </Sheet>
      )
    case 'menu':
      return <OpenedMenu state={state} match={match} onOpen={onOpen} />
    case 'history':
      return (
        <Sheet key="history" title={say('history')} onClose={close}>
          <History log={state.logNow()} scene={match} rules={state.rules.value} />
        </Sheet>
      )
    case 'scores':
      return (
        <Sheet title={say('scores')} onClose={close}>
          <ScoreSheet scene={match} rules={state.rules.value} />
        </Sheet>
      )
  }
}

function OpenedMenu({ state, match, onOpen }: Omit<OpenedProps, 'open'>) {
  return (
    <Sheet title={say('menu')} onClose={() => onOpen(null)}>
      <button type="button" class="narrow-only menu-history" onClick={() => onOpen('history')}>
        {say('history')}
      </button>
      <Menu
        match={match}
        act={(what) => state.act(what)}
        onDone={(refused) => {
          state.tell(refused)
          onOpen(null)
        }}
      />
    </Sheet>
  )
}
