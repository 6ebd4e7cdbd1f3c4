import { useMemo } from 'react'

import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { isByWeek } from '../../features/plot/by-week.ts'
import { MoneyPlot } from '../../features/plot/money-plot.tsx'
import type { PlotSeries } from '../../features/plot/plot-options.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'

/** Sales of all resellers per day. */
export function SalesCard({ days }: { days: PlatformOverview['days'] }) {
  const t = useWords('platform')
  const series = useMemo<PlotSeries[]>(
    () => [{ label: t('sales'), values: days.map(({ salesFen }) => salesFen), tone: 'main' }],
    [days, t],
  )
  return (
    <Section title={t(isByWeek(days.length) ? 'plotWeeks' : 'plotTitle')}>
      <MoneyPlot label={t('plotLabel')} days={days} series={series} height={220} />
    </Section>
  )
}
