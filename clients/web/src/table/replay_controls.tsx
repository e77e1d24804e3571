import { Glyph } from './glyph.tsx'
import type { Replay } from './replay.ts'
import { say } from './words.ts'

/** The way through a match: a slider over its entries, steps, deals, and by itself. */
export function ReplayControls({ replay, last }: { replay: Replay; last: number }) {
  const at = replay.at.value
  const isRunning = replay.isRunning.value
  return (
    <div class="replay-controls">
      <input
        type="range"
        aria-label={say('position')}
        aria-valuetext={say('step', { n: at, of: last })}
        min={replay.first}
        max={last}
        value={at}
        onInput={({ currentTarget }) => {
          replay.pause()
          replay.go(currentTarget.valueAsNumber)
        }}
      />
      <div class="replay-buttons">
        <Step label={say('previousDeal')} glyph="first" onClick={() => replay.go(replay.previousDeal())} />
        <Step label={say('back')} glyph="back" onClick={() => replay.go(at - 1)} />
        <Step label={say(isRunning ? 'stop' : 'play')} glyph={isRunning ? 'stop' : 'play'} onClick={() => replay.toggle()} />
        <Step label={say('forward')} glyph="forward" onClick={() => replay.go(at + 1)} />
        <Step label={say('nextDeal')} glyph="last" onClick={() => replay.go(replay.nextDeal())} />
        <span class="replay-step">{`${at}/${last}`}</span>
      </div>
    </div>
  )
}

interface StepProps {
  readonly label: string
  readonly glyph: Parameters<typeof Glyph>[0]['name']
  readonly onClick: () => void
}

function Step({ label, glyph, onClick }: StepProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} onClick={onClick}>
      <Glyph name={glyph} />
    </button>
  )
}
