// Why a card or a move is not allowed, by the code of the refusal.

import { suitSymbol } from '../../../ui/cards.ts'
import { words } from '../../../ui/words.ts'
import type { Refused } from './moves.ts'
import { titleOf } from './titles.ts'

const SUITS = { CLUBS: 'C', DIAMONDS: 'D', HEARTS: 'H', SPADES: 'S' } as const

const say = words(
  {
    NOT_YOUR_TURN: 'Teraz gra ktoś inny.',
    WRONG_PHASE: 'Teraz nie gra się kart.',
    NOT_IN_HAND: 'Nie masz tej karty.',
    MUST_FOLLOW_SUIT: 'Musisz dołożyć do koloru {suit}.',
    HEART_LEAD_BANNED: 'Nie wolno wychodzić w kiery, póki masz inny kolor.',
    CARD_DOES_NOT_FIT: 'Ta karta jeszcze nie pasuje do układu.',
    TRUMP_NOT_OFFERED: 'Tego atutu nie można wybrać.',
    MUST_OPEN: 'Pierwszą lewę otwiera wyznaczona karta, a ty ją masz.',
    HEARTS_NOT_BROKEN: 'Kiery nie zostały jeszcze otwarte.',
    BARRED_IN_FIRST_TRICK: 'Tej karty nie wolno zagrać w pierwszej lewie.',
    MUST_DROP: 'Musisz teraz pozbyć się innej karty.',
    WRONG_CARD_COUNT: 'Trzeba oddać inną liczbę kart.',
    CARD_TWICE: 'Ta sama karta nie może być oddana dwa razy.',
    NUMBER_OUT_OF_RANGE: 'Tej liczby nie można teraz podać.',
    NOT_OFFERED: 'Tego nie można teraz wybrać.',
    MATCH_OVER: 'Mecz się skończył.',
    DEADLINE_PASSED: 'Czas na ten ruch minął.',
    SEAT_TAKEN_OVER: 'Za ciebie gra bot. Najpierw wróć do gry.',
    SEAT_GIVEN_UP: 'Zrezygnowałeś z tego meczu.',
    MATCH_PAUSED: 'Mecz jest wstrzymany.',
    MATCH_VOID: 'Mecz został przerwany.',
    MATCH_NOT_FOUND: 'Nie ma takiego meczu. Po jakimś czasie zakończone mecze znikają.',
    NOT_FOR_SPECTATORS: 'Ten mecz widzą tylko jego gracze.',
    MATCH_NOT_OVER: 'Dopiero po zakończeniu meczu.',
    NOT_SEATED: 'Nie grasz w tym meczu.',
    UNAUTHENTICATED: 'Twoje konto na tym urządzeniu nie jest już ważne.',
    FORBIDDEN: 'Do tego brakuje uprawnienia.',
    ACCOUNT_BANNED: 'To konto jest zablokowane.',
    RATE_LIMITED: 'Za szybko. Spróbuj za chwilę.',
    OFFLINE: 'Brak połączenia. Spróbuj jeszcze raz.',
    INTERNAL: 'Błąd serwisu. Spróbuj jeszcze raz.',
  },
  {
    NOT_YOUR_TURN: 'It is the turn of somebody else.',
    WRONG_PHASE: 'No card is played now.',
    NOT_IN_HAND: 'You do not hold this card.',
    MUST_FOLLOW_SUIT: 'You must follow suit: {suit}.',
    HEART_LEAD_BANNED: 'No heart may be led while you hold another suit.',
    CARD_DOES_NOT_FIT: 'This card does not fit the layout yet.',
    TRUMP_NOT_OFFERED: 'This trump is not offered.',
    MUST_OPEN: 'One card opens the first trick, and you hold it.',
    HEARTS_NOT_BROKEN: 'Hearts are not broken yet.',
    BARRED_IN_FIRST_TRICK: 'This card is kept back in the first trick.',
    MUST_DROP: 'You must drop another card now.',
    WRONG_CARD_COUNT: 'Another number of cards is to be given.',
    CARD_TWICE: 'No card can be given twice.',
    NUMBER_OUT_OF_RANGE: 'That number cannot be said now.',
    NOT_OFFERED: 'That cannot be chosen now.',
    MATCH_OVER: 'The match is over.',
    DEADLINE_PASSED: 'The time for this move is over.',
    SEAT_TAKEN_OVER: 'A bot plays for you. Take your seat back first.',
    SEAT_GIVEN_UP: 'You have resigned from this match.',
    MATCH_PAUSED: 'The match is paused.',
    MATCH_VOID: 'The match was ended.',
    MATCH_NOT_FOUND: 'There is no such match. Matches that are over go after a while.',
    NOT_FOR_SPECTATORS: 'Only its players see this match.',
    MATCH_NOT_OVER: 'Only once the match is over.',
    NOT_SEATED: 'You do not play in this match.',
    UNAUTHENTICATED: 'Your account on this device is no longer valid.',
    FORBIDDEN: 'A right for this is missing.',
    ACCOUNT_BANNED: 'This account is banned.',
    RATE_LIMITED: 'Too fast. Try again in a moment.',
    OFFLINE: 'No connection. Try again.',
    INTERNAL: 'A fault of the service. Try again.',
  },
)

type Known = Parameters<typeof say>[0]

const KNOWN: ReadonlySet<string> = new Set<Known>([
  'NOT_YOUR_TURN', 'WRONG_PHASE', 'NOT_IN_HAND', 'MUST_FOLLOW_SUIT', 'HEART_LEAD_BANNED', 'CARD_DOES_NOT_FIT',
  'TRUMP_NOT_OFFERED', 'MUST_OPEN', 'HEARTS_NOT_BROKEN', 'BARRED_IN_FIRST_TRICK', 'MUST_DROP', 'WRONG_CARD_COUNT',
  'CARD_TWICE', 'NUMBER_OUT_OF_RANGE', 'NOT_OFFERED', 'MATCH_OVER', 'DEADLINE_PASSED', 'SEAT_TAKEN_OVER',
  'SEAT_GIVEN_UP', 'MATCH_PAUSED', 'MATCH_VOID', 'MATCH_NOT_FOUND', 'NOT_FOR_SPECTATORS', 'MATCH_NOT_OVER',
  'NOT_SEATED', 'UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_BANNED', 'RATE_LIMITED', 'OFFLINE', 'INTERNAL',
])

/** Returns why something was refused, in words; of a code that is new, what the contract calls it. */
export function reason({ code, message, suit }: Pick<Refused, 'code' | 'message' | 'suit'>): string {
  if (!isKnown(code)) return message || titleOf(code)
  return say(code, { suit: suit === null ? '' : suitSymbol(SUITS[suit]) })
}

function isKnown(code: string): code is Known {
  return KNOWN.has(code)
}
