import { words } from '../../../ui/words.ts'

export const say = words(
  {
    clock: 'Czas na ruch',
    noClock: 'bez zegara',
  },
  {
    clock: 'Time for a move',
    noClock: 'no clock',
  },
)
