const PATHS = {
  scores: 'M4 5h16v14H4zM4 10h16M10 5v14',
  trick: 'M7 4h8v12H7zM15 7l4 1-3 11-7-2',
  analysis: 'M5 19V9M12 19V5M19 19v-7',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  play: 'M8 5l11 7-11 7z',
  stop: 'M8 5v14M16 5v14',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M17 5l-7 7 7 7M7 5v14',
  last: 'M7 5l7 7-7 7M17 5v14',
} as const

/** A line drawing of the table's own buttons. */
export function Glyph({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class={`icon glyph-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
