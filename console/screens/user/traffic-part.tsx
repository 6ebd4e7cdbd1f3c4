import { useQuery } from '@tanstack/react-query'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { LazyPlot } from '../../features/plot/lazy-plot.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** Bytes by day, and by node. */
export function TrafficPart({ id }: { id: number }) {
  const t = useWords('user')
  const query = useQuery({
    queryKey: [consoleApi.user.traffic.path, id],
    queryFn: () => call(consoleApi.user.traffic, { id }),
  })
  return (
    <Section title={t('byDay')} end={<span className={items.soft}>{t('lastDays')}</span>}>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={1} height={220} />}>
        {({ days, nodes }) =>
          days.length === 0 ? (
            <p className={items.soft}>{t('noTraffic')}</p>
          ) : (
            <>
              <LazyPlot
                label={t('byDay')}
                names={days.map(({ day }) => day.slice(5))}
                series={[
                  { label: t('down'), tone: 'main', values: days.map(({ downBytes }) => downBytes) },
                  { label: t('up'), tone: 'soft', values: days.map(({ upBytes }) => upBytes) },
                ]}
                format={formatBytes}
                ticks="bytes"
              />
              <Rows
                rows={nodes.map(({ node, upBytes, downBytes }) => ({
                  name: node,
                  value: formatBytes(upBytes + downBytes),
                }))}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
