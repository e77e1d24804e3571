// Why something could not be done, as a person is told.

import { words } from '../../ui/words.ts'
import { codeOf } from './answers.ts'

const POLISH = {
  ACCOUNT_BANNED: 'To konto jest zablokowane.',
  ACCOUNT_NOT_FOUND: 'Nie ma takiego konta.',
  ALREADY_SEATED: 'Siedzisz już przy tym stole.',
  ALREADY_STARTED: 'Ta gra już się zaczęła.',
  BUSY: 'Duży ruch. Spróbuj za chwilę.',
  FORBIDDEN: 'Tego konta nie wolno do tego użyć.',
  INVALID_INPUT: 'Coś jest wpisane nie tak.',
  INVITE_NEEDED: 'Do tego stołu wchodzi się tylko z zaproszeniem.',
  KICKED: 'Gospodarz nie chce cię przy tym stole.',
  LIMIT_REACHED: 'Więcej ich mieć nie można.',
  MATCH_FULL: 'Wszystkie miejsca są zajęte.',
  MATCH_NOT_FOUND: 'Nie ma takiej gry.',
  MATCH_VOID: 'Ta gra została zamknięta.',
  NOT_FOR_SPECTATORS: 'Tej gry nie można oglądać.',
  NOT_OWNER: 'Może to zrobić tylko gospodarz.',
  NOT_SEATED: 'Nie siedzisz przy tym stole.',
  OFFLINE: 'Nie ma połączenia z serwisem.',
  OPTION_OUT_OF_RANGE: 'Ta opcja nie przyjmuje takiej wartości.',
  OPTION_WITHOUT_CONDITION: 'Ta opcja nie ma znaczenia przy innych wybranych.',
  RATE_LIMITED: 'Za dużo naraz. Spróbuj za chwilę.',
  SEATS_EMPTY: 'Nie wszystkie miejsca są zajęte.',
  SEAT_EMPTY: 'To miejsce jest już wolne.',
  SEAT_KEPT: 'To miejsce jest dla kogoś zachowane.',
  SEAT_TAKEN: 'To miejsce jest już zajęte.',
  STORE_FULL: 'Serwis nie ma już miejsca.',
  STORE_UNAVAILABLE: 'Serwis ma chwilową przerwę. Spróbuj za chwilę.',
  UNAUTHENTICATED: 'To konto nie jest już ważne.',
  UNKNOWN_OPTION: 'Tej opcji nie ma przy tych zasadach.',
  UNKNOWN_RULE_SET: 'Nie ma takich zasad.',
  WRONG_PLAYER_COUNT: 'Nie gra się w to w tyle osób.',
  other: 'Nie udało się ({code}). Spróbuj jeszcze raz.',
}

const ENGLISH: Record<keyof typeof POLISH, string> = {
  ACCOUNT_BANNED: 'This account is banned.',
  ACCOUNT_NOT_FOUND: 'There is no such account.',
  ALREADY_SEATED: 'You already sit at this table.',
  ALREADY_STARTED: 'This match has already started.',
  BUSY: 'It is busy here. Try again in a moment.',
  FORBIDDEN: 'This account may not do that.',
  INVALID_INPUT: 'Something was not entered as expected.',
  INVITE_NEEDED: 'This table needs an invitation.',
  KICKED: 'The host has sent you away from this table.',
  LIMIT_REACHED: 'You have as many of these as you may.',
  MATCH_FULL: 'Every seat is taken.',
  MATCH_NOT_FOUND: 'There is no such match.',
  MATCH_VOID: 'This match was closed.',
  NOT_FOR_SPECTATORS: 'This match is not shown to spectators.',
  NOT_OWNER: 'Only the host can do that.',
  NOT_SEATED: 'You do not sit at this table.',
  OFFLINE: 'The service cannot be reached.',
  OPTION_OUT_OF_RANGE: 'The option does not take that value.',
  OPTION_WITHOUT_CONDITION: 'The option means nothing beside the others chosen.',
  RATE_LIMITED: 'Too much at once. Try again in a moment.',
  SEATS_EMPTY: 'Some seats are still empty.',
  SEAT_EMPTY: 'That seat is already empty.',
  SEAT_KEPT: 'That seat is kept for somebody.',
  SEAT_TAKEN: 'That seat is already taken.',
  STORE_FULL: 'The service has no room left.',
  STORE_UNAVAILABLE: 'The service pauses. Try again in a moment.',
  UNAUTHENTICATED: 'This account is no longer valid.',
  UNKNOWN_OPTION: 'These rules have no such option.',
  UNKNOWN_RULE_SET: 'There are no such rules.',
  WRONG_PLAYER_COUNT: 'It is not played by so many.',
  other: 'That did not work ({code}). Try once more.',
}

const say = words(POLISH, ENGLISH)

/** Returns what a person is told of a code. */
export function excuseOf(code: string): string {
  return isKnown(code) ? say(code) : say('other', { code })
}

/** Returns what a person is told of whatever was thrown. */
export function excuse(fault: unknown): string {
  return excuseOf(codeOf(fault))
}

function isKnown(code: string): code is keyof typeof POLISH {
  return code in POLISH
}
