import { useMemo, useState } from 'react'

import { moneyText } from '../show/money.tsx'
import { LazyPlot } from './lazy-plot.tsx'
import css from './money-plot.module.css'
import type { PlotSeries } from './plot-options.ts'

type Props = { label: string; days: readonly { day: string }[]; series: readonly PlotSeries[]; height: number }

/** Amounts per day. The legend names the amounts of the day under the pointer. */
export function MoneyPlot({ label, days, series, height }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const names = useMemo(() => days.map(({ day }) => day.slice(5)), [days])
  const shown = at === null ? null : days[at]
  return (
    <>
      <p className={css.legend}>
        {shown ? <b>{shown.day}</b> : null}
        {series.map((one) => (
          <span key={one.label} className={css.key} data-tone={one.tone}>
            {one.label}
            {shown ? ` ${moneyText(one.values[at ?? 0] ?? 0)}` : ''}
          </span>
        ))}
      </p>
      <LazyPlot
        label={label}
        names={names}
        series={series}
        format={(fen) => String(Math.round(fen / 100))}
        height={height}
        onPoint={setAt}
      />
    </>
  )
}
