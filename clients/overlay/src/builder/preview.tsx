import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isComplete, previewAddress, size, SIZES, type Size } from './state.ts'
import { say } from './words.ts'

const GROUNDS = ['squares', 'picture', 'black', 'white'] as const
const TALLEST_PX = 560

/** The overlay as it will look, scaled down to the place there is. */
export function Preview() {
  const ground = useSignal<(typeof GROUNDS)[number]>('squares')
  return (
    <section class="panel" aria-labelledby="preview-title">
      <h2 id="preview-title">{say('preview')}</h2>
      <div class="pair">
        <label class="field">
          {say('size')}
          <select value={size.value} onChange={({ currentTarget }) => (size.value = currentTarget.value as Size)}>
            {Object.entries(SIZES).map(([name, { width, height }]) => (
              <option key={name} value={name}>
                {width} × {height}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {say('below')}
          <select
            value={ground.value}
            onChange={({ currentTarget }) => (ground.value = currentTarget.value as typeof ground.value)}
          >
            {GROUNDS.map((one) => (
              <option key={one} value={one}>
                {say(`below_${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Frame ground={ground.value} />
      {!isComplete.value && <p class="soft">{say('preview_of_sample')}</p>}
    </section>
  )
}

function Frame({ ground }: { ground: string }) {
  const { width, height } = SIZES[size.value]
  const box = useRef<HTMLDivElement>(null)
  const room = useSignal(0)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => (room.value = entry?.contentRect.width ?? 0))
    if (box.current) watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  const factor = Math.min(1, room.value / width, TALLEST_PX / height)
  return (
    <div class="room" ref={box}>
      <div class={`ground ${ground}`} style={{ width: `${width * factor}px`, height: `${height * factor}px` }}>
        <iframe
          title={say('frame')}
          src={previewAddress.value}
          width={width}
          height={height}
          style={{ transform: `scale(${factor})` }}
        />
      </div>
    </div>
  )
}
