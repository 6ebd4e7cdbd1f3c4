/** One drawing of the icon set: a 24-unit grid, strokes only, so that it takes the colour of the text beside it. */
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
