// What the settings of a match are called.

import type { Level, OnExpiry, Visibility, Watching } from '../../ui/generated/operations.ts'
import { words } from '../../ui/words.ts'

type Term = Level | OnExpiry | Visibility | Watching

/** Says a setting's value. */
export const termOf = words<Term>(
  {
    EASY: 'łatwy',
    MEDIUM: 'średni',
    STRONG: 'mocny',
    DEFAULT_MOVE: 'Jeden ruch z urzędu',
    BOT: 'Bot gra, aż wrócisz',
    FORFEIT: 'Miejsce przepada',
    PUBLIC: 'Każdy',
    UNLISTED: 'Z linkiem',
    INVITED: 'Zaproszeni',
    NOBODY: 'Nikt',
    TABLE: 'To, co na stole',
    OPEN_HANDS: 'Wszystkie karty',
  },
  {
    EASY: 'easy',
    MEDIUM: 'medium',
    STRONG: 'strong',
    DEFAULT_MOVE: 'One plain move is made',
    BOT: 'A bot plays until you return',
    FORFEIT: 'The seat is lost',
    PUBLIC: 'Anybody',
    UNLISTED: 'With link',
    INVITED: 'Invited',
    NOBODY: 'Nobody',
    TABLE: 'What lies open',
    OPEN_HANDS: 'All hands',
  },
)
