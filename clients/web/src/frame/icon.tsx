const PATHS = {
  settings:
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v7h14v-7',
  bot: 'M6 9h12v10H6zM12 9V5M9.5 13v1.5M14.5 13v1.5M3 13v3M21 13v3',
  person: 'M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM5 20c.6-4 3.4-6 7-6s6.4 2 7 6',
  up: 'M12 19V6m0 0-6 6m6-6 6 6',
  down: 'M12 5v13m0 0 6-6m-6 6-6-6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 13 4.5 4.5L19 7.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.3a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4Z',
  plus: 'M12 5v14M5 12h14',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 8v4.5l3 2',
  next: 'm9 6 6 6-6 6',
} as const

export type IconName = keyof typeof PATHS

/** A line drawing as large as the text; what it means stands beside it or in a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The mark of the game: a heart on a card. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-back" x="3" y="6" width="16" height="22" rx="3" transform="rotate(-12 11 17)" />
      <rect class="mark-card" x="10" y="4" width="17" height="24" rx="3" transform="rotate(6 18 16)" />
      <path
        class="mark-heart"
        d="M18.5 22c-4-3-6-5.2-6-7.7 0-1.9 1.4-3.3 3.2-3.3 1.200 0 2.200.6 2.800 1.600.6-1 1.600-1.600 2.800-1.600 1.800 0 3.2 1.4 3.2 3.3 0 2.500-2 4.700-6 7.700Z"
      />
    </svg>
  )
}
