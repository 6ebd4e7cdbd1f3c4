const EYE = 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z'

/**
 * The few icons that the entry needs. The full set (icon.tsx) stays out: a shared file would move into the entry whole.
 */
const shapes = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 5.5l6.5 6.5L9 18.5',
  close: 'M6 6l12 12M18 6L6 18',
  eye: EYE,
  eyeOff: `${EYE}M4 4l16 16`,
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.8v.1',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12.2L20 3.5M16.5 7l3 3M13.5 9.8l2 2',
  moon: 'M20.5 14.2A8.6 8.6 0 0 1 9.8 3.5a8.6 8.6 0 1 0 10.7 10.7Z',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v2m0 14v2m-9-9h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  warning: 'M12 4L2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.1',
} as const

export type GlyphName = keyof typeof shapes

export function Glyph({ name, size }: { name: GlyphName; size?: number | undefined }) {
  return <Stroke d={shapes[name]} size={size} />
}

/** One icon on a 24-unit grid. Strokes only, so that it takes the colour of the text beside it. */
export function Stroke({ d, size = 22 }: { d: string; size?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={d} />
    </svg>
  )
}
