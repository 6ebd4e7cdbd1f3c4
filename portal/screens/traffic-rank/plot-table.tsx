import { formatBytes } from '../../../contract/bytes.ts'
import { useWords } from '../../words/language.ts'
import { fullLabel } from './plot-data.ts'
import css from './traffic-rank.module.css'
import type { Point, Range } from '../../features/lines/use-rank.ts'

export function PlotTable({ points, range }: { points: readonly Point[]; range: Range }) {
  const t = useWords('traffic-rank')
  return (
    // It may scroll, and keys scroll only what has the focus.
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
