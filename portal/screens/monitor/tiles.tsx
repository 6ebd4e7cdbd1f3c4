import type { MonitorOverview } from '../../../contract/monitor-figures.ts'
import type { IconName } from '../../../ui/components/icon.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { spanText } from '../../../ui/words/moment-text.ts'
import { rateText } from '../../../ui/words/rate-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { nodeLook } from '../../features/monitor/node-look.ts'
import { useWords } from '../../words/language.ts'
import css from './tiles.module.css'

type Tile = { icon: IconName; name: string; value: string; note: string; isBad?: boolean }

/** The most important figures. Those with an alert are red here too. */
export function Tiles({ overview }: { overview: MonitorOverview }) {
  const tiles = useTiles(overview)
  return (
    <ul className={css.tiles}>
      {tiles.map(({ icon, name, value, note, isBad = false }) => (
        <li key={name} className={css.tile} data-bad={isBad}>
          <p className={css.name}>
            <Icon name={isBad ? 'warning' : icon} size={18} />
            {name}
          </p>
          <p className={css.value}>{value}</p>
          <p className="faint">{note}</p>
        </li>
      ))}
    </ul>
  )
}

function useTiles(overview: MonitorOverview): Tile[] {
  const t = useWords('monitor')
  const { nodes, onlineUsers } = overview
  const sum = (pick: (node: MonitorOverview['nodes'][number]) => number) =>
    nodes.reduce((total, node) => total + pick(node), 0)
  const tones = nodes.map((node) => nodeLook(node).tone)
  const bad = tones.filter((tone) => tone === 'bad').length
  const up = tones.filter((tone) => tone === 'good').length
  const rest = nodes.length - bad - up
  return [
    { icon: 'user', name: t('onlineUsers'), value: String(onlineUsers), note: t('onlineNote') },
    {
      icon: 'lines',
      name: t('nodes'),
      value: `${up} / ${nodes.length}`,
      note: bad > 0 ? t('nodesBad', { count: bad }) : rest > 0 ? t('nodesRest', { count: rest }) : t('nodesWell'),
      isBad: bad > 0,
    },
    {
      icon: 'speed',
      name: t('throughput'),
      value: rateText(sum(({ downBps }) => downBps) + sum(({ upBps }) => upBps)),
      note: `${t('downRate', { rate: rateText(sum(({ downBps }) => downBps)) })} · ${t('upRate', { rate: rateText(sum(({ upBps }) => upBps)) })}`,
    },
    ...useMoneyTiles(overview),
  ]
}

function useMoneyTiles({ sales, payments, alerts }: MonitorOverview): Tile[] {
  const t = useWords('monitor')
  const language = useLanguage()
  const last = sales.at(-1)
  const total = (pick: (minute: MonitorOverview['sales'][number]) => number) =>
    sales.reduce((sum, minute) => sum + pick(minute), 0)
  const isAbout = (kind: string) => alerts.some((alert) => alert.kind === kind)
  const { successPercent, decided, pending, oldestUnsettled } = payments
  return [
    {
      icon: 'receipt',
      name: t('orders'),
      value: String(last?.orders ?? 0),
      note: t('ordersHour', { count: total(({ orders }) => orders) }),
    },
    {
      icon: 'wallet',
      name: t('payments'),
      value: String(last?.payments ?? 0),
      note: t('paymentsHour', { count: total((minute) => minute.payments), paid: total(({ paid }) => paid) }),
    },
    {
      icon: 'check',
      name: t('successRate'),
      value: successPercent === null ? '—' : `${successPercent}%`,
      note: decided > 0 ? t('successNote', { count: decided }) : t('successNone'),
      isBad: isAbout('payment.success_low'),
    },
    {
      icon: 'clock',
      name: t('unsettled'),
      value: oldestUnsettled ? spanText(oldestUnsettled.ageS, language) : t('unsettledNone'),
      note: oldestUnsettled
        ? t('unsettledNote', { count: pending, tail: oldestUnsettled.outTradeNo.slice(-4) })
        : t('unsettledNoneNote'),
      isBad: isAbout('payment.unsettled'),
    },
  ]
}
