import { useQuery } from '@tanstack/react-query'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user.ts'
import { lineLook } from '../../../ui/components/line-look.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { shareTone } from '../../../ui/components/share-tone.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { LazyPlot } from '../../features/plot/lazy-plot.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './user.module.css'

/** The user's package with its end, its use and its nodes. */
export function ServiceTab({ user }: { user: ShownUser }) {
  return (
    <div className={items.grid}>
      <PackagePart user={user} />
      <LinesPart user={user} />
      <div className={css.wide}>
        <TrafficPart id={user.id} />
      </div>
    </div>
  )
}

function PackagePart({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const { package: plan, usedBytes, totalBytes } = user
  const percent = totalBytes > 0 ? Math.round((usedBytes / totalBytes) * 100) : 0
  const ends = () => {
    if (!plan) return '—'
    if (plan.bankedSeconds > 0) return t('kept', { count: Math.floor(plan.bankedSeconds / 86_400) })
    if (plan.startsBy !== null) return t('waits')
    return plan.expiresAt === null ? t('noEnd') : recordText(plan.expiresAt)
  }
  return (
    <Section title={plan?.name ?? t('noPackage')}>
      {plan ? (
        <>
          <ShareBar percent={percent} tone={totalBytes > 0 ? shareTone(usedBytes, totalBytes, 85) : 'brand'} />
          <Rows
            rows={[
              { name: t('traffic'), value: `${formatBytes(usedBytes)} / ${formatBytes(totalBytes)}` },
              { name: t('ends'), value: ends() },
              ...(plan.startsBy ? [{ name: t('waitsUntil'), value: recordText(plan.startsBy) }] : []),
              ...(plan.nextResetAt ? [{ name: t('reset'), value: recordText(plan.nextResetAt) }] : []),
              { name: t('autoRenew'), value: t(plan.autoRenew ? 'on' : 'off') },
              { name: t('deviceLimit'), value: String(plan.deviceLimit) },
            ]}
          />
        </>
      ) : null}
    </Section>
  )
}

function LinesPart({ user: { lines } }: { user: ShownUser }) {
  const t = useWords('user')
  const states = useWords('states')
  return (
    <Section title={t('lines')}>
      {lines.length === 0 ? (
        <p className={items.soft}>{t('noLines')}</p>
      ) : (
        <ul className={items.list}>
          {lines.map((line) => {
            const { tone, word } = lineLook(line)
            return (
              <li key={line.number} className={items.line}>
                <span>
                  {line.node} <span className={items.soft}>#{line.number}</span>
                </span>
                <StateWord tone={tone}>{states(word)}</StateWord>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

function TrafficPart({ id }: { id: number }) {
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
