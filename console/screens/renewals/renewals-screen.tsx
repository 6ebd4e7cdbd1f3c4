import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { cohortKinds, cohortMonths } from '../../../contract/console/choices.ts'
import type { Cohort } from '../../../contract/console/renewals.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { LazyPlot } from '../../features/plot/lazy-plot.tsx'
import legend from '../../features/plot/money-plot.module.css'
import type { PlotSeries } from '../../features/plot/plot-options.ts'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './renewals.module.css'
import { rowsBehind, type Kind, type Span } from './rows-behind.ts'

/** Who came when, and who of them bought again. Every figure opens its users. */
export default function RenewalsScreen() {
  const t = useWords('renewals')
  const [by, setBy] = useState<Kind>('month')
  const [months, setMonths] = useState<(typeof cohortMonths)[number]>(6)
  const query = useQuery({
    queryKey: [consoleApi.renewals.show.path, by, months],
    queryFn: () => call(consoleApi.renewals.show, { by, months }),
    placeholderData: (before) => before,
  })
  return (
    <div className={css.page}>
      <Link className={items.back} to="/users">
        ‹ {t('back')}
      </Link>
      <div className={css.choices}>
        <Segments
          label={t('by')}
          options={cohortKinds.map((value) => ({ value, label: t(value) }))}
          value={by}
          onChange={setBy}
        />
        <Segments
          label={t('window')}
          options={cohortMonths.map((count) => ({ value: String(count), label: t('months', { count }) }))}
          value={String(months)}
          onChange={(value) => setMonths(cohortMonths.find((count) => String(count) === value) ?? months)}
        />
      </div>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={2} height={240} />} bonesClass={css.page}>
        {({ rows, from, to }) =>
          rows.some(({ people }) => people > 0) ? (
            <Section title={t(`${by}Title`)} text={t('text')}>
              {by === 'month' ? <MonthPlot rows={rows} /> : null}
              <CohortTable rows={rows} by={by} window={{ from, to }} />
            </Section>
          ) : (
            <EmptyPart topic="people" title={t('empty')} text={t('emptyText')} />
          )
        }
      </Loaded>
    </div>
  )
}

/** Of each month those who bought again, and above them those who did not yet. */
function MonthPlot({ rows }: { rows: readonly Cohort[] }) {
  const t = useWords('renewals')
  const series = useMemo<PlotSeries[]>(
    () => [
      { label: t('renewed'), values: rows.map(({ renewed }) => renewed), tone: 'main' },
      { label: t('once'), values: rows.map(({ people, renewed }) => people - renewed), tone: 'soft' },
    ],
    [rows, t],
  )
  const names = useMemo(() => rows.map(({ name }) => name), [rows])
  return (
    <>
      <p className={legend.legend}>
        {series.map(({ label, tone }) => (
          <span key={label} className={legend.key} data-tone={tone}>
            {label}
          </span>
        ))}
      </p>
      <LazyPlot label={t('monthTitle')} names={names} series={series} format={String} height={200} />
    </>
  )
}

function CohortTable({ rows, by, window }: { rows: readonly Cohort[]; by: Kind; window: Span }) {
  const t = useWords('renewals')
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, and keys scroll what has the focus
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t(`${by}Title`)}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(by)}</th>
            <th scope="col">{t('people')}</th>
            <th scope="col">{t('renewed')}</th>
            <th scope="col">{t('share')}</th>
            <th scope="col">{t('active')}</th>
          </tr>
        </thead>
        <tbody>
          {(by === 'month' ? rows.toReversed() : rows).map((row) => {
            const to = rowsBehind(by, row.key, window)
            return (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                <Count count={row.people} to={to()} />
                <Count count={row.renewed} to={to('renewed=true')} />
                <td>{row.people === 0 ? '—' : `${Math.round((row.renewed / row.people) * 100)}%`}</td>
                <Count count={row.active} to={to('state=active')} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Count({ count, to }: { count: number; to: string }) {
  return <td>{count === 0 ? 0 : <Link to={to}>{count.toLocaleString('en-US')}</Link>}</td>
}
