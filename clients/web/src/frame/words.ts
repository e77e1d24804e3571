import { words } from '../../../ui/words.ts'

export const say = words(
  {
    skip: 'Przejdź do treści',
    home: 'Strona główna',
    name: 'Twoje imię',
    settings: 'Ustawienia',
    offline: 'Brak połączenia. Łączę…',
    online: 'Połączenie wróciło.',
    refused: 'Twoje konto na tym urządzeniu przestało być ważne. Możesz zacząć od nowa.',
    again: 'Zacznij od nowa',
    lost: 'Tu niczego nie ma',
    toHome: 'Wróć na stronę główną',
    yourTurn: { one: 'Twój ruch', few: 'Twój ruch: {n} gry', many: 'Twój ruch: {n} gier', other: 'Twój ruch: {n} gry' },
    earlier: '{item}: wcześniej',
    later: '{item}: później',
  },
  {
    skip: 'Skip to the content',
    home: 'Home',
    name: 'Your name',
    settings: 'Settings',
    offline: 'No connection. Retrying…',
    online: 'The connection is back.',
    refused: 'Your account on this device is no longer valid. You can start anew.',
    again: 'Start anew',
    lost: 'There is nothing here',
    toHome: 'Back to the home page',
    yourTurn: { one: 'Your turn', other: 'Your turn: {n} matches' },
    earlier: '{item}: earlier',
    later: '{item}: later',
  },
)
