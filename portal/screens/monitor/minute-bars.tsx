import css from './minute-bars.module.css'

const HEIGHT = 48
const STEP = 4

type Props = {
  back: readonly number[]
  /** Drawn in front of the others; empty for a single row of bars. */
  front: readonly number[]
  label: string
}

/** One bar per minute, drawn here: too simple to need a library. */
export function MinuteBars({ back, front, label }: Props) {
  const highest = Math.max(...back, ...front, 1)
  const bars = (counts: readonly number[]) =>
    counts
      .map((count, at) => ({ at, high: (count / highest) * HEIGHT }))
      .filter(({ high }) => high > 0)
      .map(({ at, high }) => `M${at * STEP} ${HEIGHT}v${-high}h${STEP - 1}v${high}Z`)
      .join('')
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${back.length * STEP - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={front.length > 0 ? css.back : css.only} d={bars(back)} />
      <path className={css.front} d={bars(front)} />
    </svg>
  )
}
