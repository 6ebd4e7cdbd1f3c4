import { useMemo, useState } from 'react'

import { moneyText } from '../show/money.tsx'
import { barsOf } from './by-week.ts'
import { LazyPlot } from './lazy-plot.tsx'
import css from './money-plot.module.css'
import type { PlotSeries } from './plot-options.ts'

type Props = { label: string; days: readonly { day: string }[]; series: readonly PlotSeries[]; height: number }

/** Amounts per day, or per week of many days, until today. The legend names the amounts under the pointer. */
export function MoneyPlot({ label, days, series, height }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const bars = useMemo(() => barsOf(days, series), [days, series])
  const shown = at === null ? null : (bars.texts[at] ?? null)
  return (
    <>
      <p className={css.legend}>
        {shown === null ? null : <b>{shown}</b>}
        {bars.series.map((one) => (
          <span key={one.label} className={css.key} data-tone={one.tone}>
            {one.label}
            {shown === null ? '' : ` ${moneyText(one.values[at ?? 0] ?? 0)}`}
          </span>
        ))}
      </p>
      <LazyPlot
        label={label}
        names={bars.names}
        series={bars.series}
        format={(fen) => String(fen / 100)}
        ticks="fen"
        height={height}
        onPoint={setAt}
      />
    </>
  )
}
