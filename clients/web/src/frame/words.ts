import { words } from '../../../ui/words.ts'

export const say = words(
  {
    skip: 'Przejdź do treści',
    home: 'Strona główna',
    settings: 'Ustawienia',
    offline: 'Brak połączenia z serwisem. Łączę ponownie…',
    online: 'Połączenie wróciło.',
    refused: 'Twoje konto na tym urządzeniu przestało być ważne. Możesz zacząć od nowa.',
    again: 'Zacznij od nowa',
    lost: 'Tu niczego nie ma',
    toHome: 'Wróć na stronę główną',
    waiting: 'Chwila…',
  },
  {
    skip: 'Skip to the content',
    home: 'Home',
    settings: 'Settings',
    offline: 'The service cannot be reached. Trying again…',
    online: 'The connection is back.',
    refused: 'Your account on this device is no longer valid. You can start anew.',
    again: 'Start anew',
    lost: 'There is nothing here',
    toHome: 'Back to the home page',
    waiting: 'One moment…',
  },
)
