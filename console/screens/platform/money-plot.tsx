import { useMemo, useState } from 'react'

import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { LazyPlot } from '../../features/plot/lazy-plot.tsx'
import type { PlotSeries } from '../../features/plot/plot-options.ts'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './platform.module.css'

/** Sales of all resellers per day. */
export function MoneyPlot({ days }: { days: PlatformOverview['days'] }) {
  const t = useWords('platform')
  const [at, setAt] = useState<number | null>(null)
  const names = useMemo(() => days.map(({ day }) => day.slice(5)), [days])
  const series = useMemo<PlotSeries[]>(
    () => [{ label: t('sales'), values: days.map(({ salesFen }) => salesFen), tone: 'main' }],
    [days, t],
  )
  const shown = at === null ? null : days[at]
  return (
    <Section title={t('plotTitle')}>
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
        label={t('plotLabel')}
        names={names}
        series={series}
        format={(fen) => String(Math.round(fen / 100))}
        height={220}
        onPoint={setAt}
      />
    </Section>
  )
}
