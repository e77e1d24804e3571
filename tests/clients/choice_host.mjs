// Tells what `clients/web/src/table/choice.ts` and `hand_shape.ts` make of the questions on the input.

import { choiceOf, picked, stepOf } from '../../clients/web/src/table/choice.ts'
import { shapeOf } from '../../clients/web/src/table/hand_shape.ts'

const ways = {
  choice: (asked) => {
    const { taps, ...rest } = choiceOf(asked)
    return { ...rest, taps: Object.fromEntries(taps) }
  },
  picked: ({ chosen, card, count }) => picked(chosen, card, count),
  step: (range) => stepOf(range),
  shape: ({ count, full, width }) => shapeOf(count, full, width),
}

let text = ''
for await (const part of process.stdin.setEncoding('utf8')) text += part
const answers = JSON.parse(text).map(([way, given]) => ways[way](given))
process.stdout.write(JSON.stringify(answers))
