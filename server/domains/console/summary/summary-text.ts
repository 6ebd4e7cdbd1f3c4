import type { Overview } from '../../../../contract/console/overview.ts'
import type { PlatformOverview } from '../../../../contract/console/platform.ts'
import type { Language } from '../../../../contract/languages.ts'
import { formatFen } from '../../../../contract/money.ts'
import { allMargin, allSales } from '../overview/day-queries.ts'

const names = {
  'zh-CN': {
    sales: '销售额',
    margin: '毛利',
    newUsers: '新用户',
    tickets: '待回复工单',
    nodesDown: '故障节点',
    ending: '7 天内到期',
    alerts: '告警',
  },
  'zh-TW': {
    sales: '銷售額',
    margin: '毛利',
    newUsers: '新使用者',
    tickets: '待回覆工單',
    nodesDown: '故障節點',
    ending: '7 天內到期',
    alerts: '告警',
  },
  en: {
    sales: 'Sales',
    margin: 'Margin',
    newUsers: 'New users',
    tickets: 'Tickets waiting',
    nodesDown: 'Nodes down',
    ending: 'End within 7 days',
    alerts: 'Alerts',
  },
} satisfies Record<Language, Record<string, string>>
type Name = keyof (typeof names)['en']

/** A line for each figure; null is what the member may not see, or nobody has counted. */
function write(language: Language, figures: readonly (readonly [Name, string | number | null])[]): string {
  return figures.flatMap(([name, value]) => (value === null ? [] : [`${names[language][name]} ${value}`])).join('\n')
}

const yuan = (fen: number | null) => (fen === null ? null : `¥${formatFen(fen)}`)

/** The figures that the overview shows, for whoever may see them. */
type Told = Pick<Overview, 'now' | 'waiting' | 'contacts'>

export function officeText({ now, waiting, contacts }: Told, language: Language, seesUsers: boolean): string {
  const { salesFen, marginFen, keySalesFen, keyCostFen, keyFaceFen } = now
  const sold = salesFen === null ? null : allSales({ salesFen, keySalesFen: keySalesFen!, keyFaceFen: keyFaceFen! })
  const isMarginSeen = marginFen !== null && keySalesFen !== null && keyCostFen !== null
  return write(language, [
    ['sales', yuan(sold)],
    ['margin', isMarginSeen ? yuan(allMargin({ marginFen, keySalesFen, keyCostFen })) : null],
    ['newUsers', now.newUsers],
    ['tickets', waiting.tickets],
    ['nodesDown', waiting.nodesDown],
    ['ending', seesUsers && contacts ? `${contacts.ending.count}${contacts.ending.isFloor ? '+' : ''}` : null],
  ])
}

type PlatformTold = Pick<PlatformOverview, 'now' | 'nodes' | 'waiting'>

export function platformText({ now, nodes, waiting }: PlatformTold, language: Language): string {
  return write(language, [
    ['sales', yuan(now.salesFen)],
    ['newUsers', now.newUsers],
    ['nodesDown', nodes.down],
    ['alerts', waiting.alerts],
  ])
}
