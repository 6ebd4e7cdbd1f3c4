import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { nodeHours } from '../../../contract/console/choices.ts'
import type { NodePoint } from '../../../contract/console/nodes.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { dateText, hourText } from '../../../ui/words/date-text.ts'
import { rateText } from '../../../ui/words/rate-text.ts'
import { LazyPlot } from '../../features/plot/lazy-plot.tsx'
import type { PlotSeries } from '../../features/plot/plot-options.ts'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './nodes.module.css'

const LOOK_MS = 60_000
type Hours = (typeof nodeHours)[number]

/** Load, users, speed and latency over the chosen time. */
export function Plots({ nodeId }: { nodeId: number }) {
  const t = useWords('nodes')
  const [hours, setHours] = useState<Hours>(24)
  const query = useQuery({
    queryKey: [consoleApi.nodes.history.path, nodeId, hours],
    queryFn: () => call(consoleApi.nodes.history, { nodeId, hours }, { quiet: true }),
    refetchInterval: LOOK_MS,
  })
  return (
    <Section title={t('history')}>
      <div className={css.span}>
        <Segments
          label={t('hours')}
          value={String(hours)}
          options={nodeHours.map((value) => ({ value: String(value), label: t(`hours${value}`) }))}
          onChange={(value) => setHours(Number(value) as Hours)}
        />
      </div>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={2} height={180} />}>
        {({ points }) =>
          points.some(({ upPercent }) => upPercent !== null) ? (
            <Drawn points={points} hours={hours} />
          ) : (
            <p className={items.soft}>{t('noHistory')}</p>
          )
        }
      </Loaded>
    </Section>
  )
}

function Drawn({ points, hours }: { points: readonly NodePoint[]; hours: Hours }) {
  const t = useWords('nodes')
  const names = useMemo(
    () => points.map(({ at }) => (hours > 24 ? dateText(at).slice(5) : hourText(at))),
    [points, hours],
  )
  const of = (field: 'cpuPercent' | 'memoryPercent' | 'onlineUsers' | 'upBps' | 'downBps' | 'latencyMs') =>
    points.map((point) => point[field] ?? 0)
  const plain = (value: number) => String(Math.round(value))
  const plots: { title: string; series: PlotSeries[]; format: (value: number) => string }[] = [
    {
      title: t('plotLoad'),
      format: plain,
      series: [
        { label: t('cpu'), values: of('cpuPercent'), tone: 'main' },
        { label: t('memory'), values: of('memoryPercent'), tone: 'soft' },
      ],
    },
    { title: t('plotUsers'), format: plain, series: [{ label: '', values: of('onlineUsers'), tone: 'main' }] },
    {
      title: t('plotSpeed'),
      format: rateText,
      series: [
        { label: t('download'), values: of('downBps'), tone: 'main' },
        { label: t('upload'), values: of('upBps'), tone: 'soft' },
      ],
    },
    { title: t('plotLatency'), format: plain, series: [{ label: '', values: of('latencyMs'), tone: 'warn' }] },
  ]
  return (
    <div className={css.plots}>
      {plots.map((plot) => (
        <OnePlot key={plot.title} names={names} {...plot} />
      ))}
    </div>
  )
}

type OneProps = {
  title: string
  names: readonly string[]
  series: readonly PlotSeries[]
  format: (value: number) => string
}

/** The legend shows the figures under the pointer, otherwise the last ones. */
function OnePlot({ title, names, series, format }: OneProps) {
  const [at, setAt] = useState<number | null>(null)
  const shown = at ?? names.length - 1
  const said = series.map(({ label, values }) => `${label} ${format(values[shown] ?? 0)}`.trim()).join(' · ')
  return (
    <figure className={css.plot}>
      <figcaption className={css.caption}>
        <b>{title}</b>
        <span className={items.soft}>
          {names[shown]} · {said}
        </span>
      </figcaption>
      <LazyPlot
        label={`${title}: ${said}`}
        names={names}
        series={series}
        look="lines"
        format={format}
        height={160}
        onPoint={setAt}
      />
    </figure>
  )
}
