import { useMemo, useState } from 'react'

import type { DayFigures } from '../../../contract/console/overview.ts'
import { isByWeek } from '../../features/plot/by-week.ts'
import { MoneyPlot } from '../../features/plot/money-plot.tsx'
import type { PlotSeries } from '../../features/plot/plot-options.ts'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { costFen, earnedFen, soldFen } from './all-ways.ts'
import css from './overview.module.css'

/** Sales per day, split into margin and cost; also available as a table. Only for members who may see sales. */
export function SalesCard({ days }: { days: readonly DayFigures[] }) {
  const t = useWords('overview')
  const [isTable, setIsTable] = useState(days.length === 1)
  const seesMargin = days.every((day) => earnedFen(day) !== null)
  const series = useMemo<PlotSeries[]>(
    () =>
      seesMargin
        ? [
            { label: t('margin'), values: days.map((day) => Math.max(0, earnedFen(day) ?? 0)), tone: 'main' },
            { label: t('cost'), values: days.map((day) => costFen(day)), tone: 'soft' },
          ]
        : [{ label: t('sales'), values: days.map((day) => soldFen(day) ?? 0), tone: 'main' }],
    [days, seesMargin, t],
  )
  return (
    <Section
      title={titleOf(t, isByWeek(days.length), seesMargin)}
      end={
        days.length === 1 ? null : (
          <button type="button" className={css.turn} onClick={() => setIsTable(!isTable)}>
            {isTable ? t('asPlot') : t('asTable')}
          </button>
        )
      }
    >
      {isTable || days.length === 1 ? (
        <DayTable days={days} seesMargin={seesMargin} />
      ) : (
        <MoneyPlot label={t('plotLabel')} days={days} series={series} height={240} />
      )}
    </Section>
  )
}

type Say = ReturnType<typeof useWords<'overview'>>

function titleOf(t: Say, isWeeks: boolean, seesMargin: boolean): string {
  if (isWeeks) return t(seesMargin ? 'plotTitleWeeks' : 'plotSalesWeeks')
  return t(seesMargin ? 'plotTitle' : 'plotSales')
}

function DayTable({ days, seesMargin }: { days: readonly DayFigures[]; seesMargin: boolean }) {
  const t = useWords('overview')
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, and keys scroll what has the focus
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('plotLabel')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('orders')}</th>
            <th scope="col">{t('keys')}</th>
            <th scope="col">{t('sales')}</th>
            {seesMargin ? <th scope="col">{t('margin')}</th> : null}
            <th scope="col">{t('refunds')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{day.orders}</td>
              <td>{day.keys}</td>
              <td>{moneyText(soldFen(day) ?? 0)}</td>
              {seesMargin ? <td>{moneyText(earnedFen(day) ?? 0)}</td> : null}
              <td>{moneyText(day.refundedFen ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
