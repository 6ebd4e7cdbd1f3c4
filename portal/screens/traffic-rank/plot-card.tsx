import { Button, Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'

import { formatBytes } from '../../../contract/bytes.ts'
import { Card, CardLink } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { Readout } from '../../../ui/plot/readout.tsx'
import type { Point, Range } from '../../features/lines/use-own-traffic.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { busiest, fullLabel, sumOf, totalOf } from './plot-data.ts'
import type { PlotProps } from './plot.tsx'
import css from './traffic-rank.module.css'

type Props = { points: readonly Point[]; range: Range }

/** If the plot fails to load, the table replaces it. */
const Plot = lazy(async (): Promise<{ default: ComponentType<PlotProps> }> => {
  try {
    return await loadChunk(() => import('./plot.tsx'))
  } catch {
    return { default: PlotTable }
  }
})

/** The user's own bytes over time: as bars, or as a table for those who prefer it. */
export function PlotCard({ points, range }: Props) {
  const t = useWords('traffic-rank')
  const [asTable, setAsTable] = useState(false)
  const sum = sumOf(points)
  return (
    <Card
      title={t('plotTitle')}
      end={
        sum > 0 ? (
          <CardLink onPress={() => setAsTable(!asTable)}>{t(asTable ? 'showPlot' : 'showTable')}</CardLink>
        ) : null
      }
    >
      {sum === 0 ? (
        <EmptyPart topic="chart" title={t('plotEmptyTitle')} text={t('plotEmptyText')}>
          <Button component={Link} to={userPath('line_list')} variant="light">
            {t('toLines')}
          </Button>
        </EmptyPart>
      ) : null}
      {sum > 0 && asTable ? <PlotTable points={points} range={range} /> : null}
      {sum > 0 && !asTable ? <Bars points={points} range={range} /> : null}
    </Card>
  )
}

function Bars({ points, range }: Props) {
  const t = useWords('traffic-rank')
  const [at, setAt] = useState<number | null>(null)
  const chosen = at === null ? null : (points[at] ?? null)
  const most = busiest(points)
  const total = formatBytes(sumOf(points))
  const label = t('plotLabel', {
    amount: total,
    time: most ? fullLabel(most, range) : '',
    most: formatBytes(most ? totalOf(most) : 0),
  })
  const up = chosen ? chosen.upBytes : points.reduce((sum, point) => sum + point.upBytes, 0)
  const down = chosen ? chosen.downBytes : points.reduce((sum, point) => sum + point.downBytes, 0)
  return (
    <>
      <Readout
        what={chosen ? fullLabel(chosen, range) : t('total', { amount: total })}
        down={t('down')}
        downBytes={down}
        up={t('up')}
        upBytes={up}
      />
      <Suspense fallback={<Skeleton height={220} />}>
        <Plot points={points} range={range} label={label} onPoint={setAt} />
      </Suspense>
    </>
  )
}

export function PlotTable({ points, range }: { points: readonly Point[]; range: Range }) {
  const t = useWords('traffic-rank')
  return (
    // Focusable, because keys scroll only a focused area.
    <section className={css.tableRoom} tabIndex={0} aria-label={t('plotTitle')}>
      <table className={css.table}>
        <caption className={css.hidden}>{t('plotTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('down')}</th>
            <th scope="col">{t('up')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{fullLabel(point, range)}</th>
              <td>{formatBytes(point.downBytes)}</td>
              <td>{formatBytes(point.upBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
