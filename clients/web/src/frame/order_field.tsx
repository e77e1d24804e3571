import { Icon } from './icon.tsx'
import { say } from './words.ts'

/** Things in an order that can be changed, step by step, with or without a pointer. */
export function OrderField({
  legend,
  items,
  nameOf,
  onOrder,
}: {
  legend: string
  items: readonly string[]
  nameOf: (item: string) => string
  onOrder: (items: string[]) => void
}) {
  const move = (from: number, to: number): void => {
    const moved = [...items]
    moved.splice(to, 0, ...moved.splice(from, 1))
    onOrder(moved)
  }
  return (
    <fieldset class="order">
      <legend>{legend}</legend>
      <ol>
        {items.map((item, index) => (
          <li key={item}>
            <span>{`${index + 1}. ${nameOf(item)}`}</span>
            <Step name="up" label={say('earlier', { item: nameOf(item) })} isOff={index === 0} onStep={() => move(index, index - 1)} />
            <Step
              name="down"
              label={say('later', { item: nameOf(item) })}
              isOff={index === items.length - 1}
              onStep={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

function Step({ name, label, isOff, onStep }: { name: 'up' | 'down'; label: string; isOff: boolean; onStep: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={label} disabled={isOff} onClick={onStep}>
      <Icon name={name} />
    </button>
  )
}
