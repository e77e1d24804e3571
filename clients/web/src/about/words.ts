import { words } from '../../../ui/words.ts'

export const say = words(
  {
    title: 'Kierki',
    what: 'Kierki to polska rodzina gier w lewy: w większości rozdań lepiej ich nie brać. Serwis zna kilka odmian i pilnuje ich zasad; każdy ruch i każde rozdanie można potem sprawdzić.',
    rules: 'Zasady',
    book: 'Księga zasad, słowo w słowo jak gra serwis (po angielsku)',
    section: 'rozdział {source}',
    free: 'Kod jest otwarty, na licencji Apache 2.0. Karty i ikony są własne, na tej samej licencji.',
    fair: 'Karty są tasowane tak, że po grze każdy może sprawdzić, że nikt ich nie wybrał.',
    makers: 'Dla autorów botów, nakładek i klientów',
    api: 'Opis serwisu',
    overlay: 'Nakładka na transmisję',
  },
  {
    title: 'Kierki',
    what: 'Kierki is a Polish family of trick-taking games: in most deals tricks are better left to others. The service knows several variants and keeps to their rules; every move and every deal can be checked afterwards.',
    rules: 'Rules',
    book: 'The rule book, word for word what the service plays by',
    section: 'section {source}',
    free: 'The code is open, under the Apache License 2.0. Cards and icons are our own, under the same licence.',
    fair: 'Cards are shuffled so that anybody can check after the match that nobody has chosen them.',
    makers: 'For authors of bots, overlays and clients',
    api: 'About the service',
    overlay: 'Overlay for a stream',
  },
)
