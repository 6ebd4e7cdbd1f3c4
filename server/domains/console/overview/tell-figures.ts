import { civilTime } from '../../../../contract/civil-time.ts'
import type { Language } from '../../../../contract/languages.ts'
import { formatFen } from '../../../../contract/money.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import { inTx } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { dayOf, daysUntil, spanOf } from '../../../platform/text/business-day.ts'
import { findHearingTeams } from '../../telegram/hearing-teams.ts'
import { tellStaff } from '../../telegram/tell-staff.ts'
import { allSales, findLiveDays, loadPlatformDay, type DaySums } from './day-queries.ts'

const AT_HOUR = 9

/** Every quarter of an hour: from nine on, by the business's clock, each team hears yesterday's figures once. */
export async function tellFigures(ctx: JobCtx): Promise<void> {
  const { businessTz, publicUrl } = ctx.config
  if (civilTime(ctx.now, businessTz).hour !== AT_HOUR) return
  const [day] = daysUntil(dayOf(ctx.now, businessTz), 2)
  for (const team of await findHearingTeams(ctx.db)) {
    const sums = await loadDay(ctx, team, day!)
    const say = (language: Language, permissions: ReadonlySet<Permission>) =>
      `${write(language, day!, sums, permissions.has('money.read'))}\n\n${publicUrl}/console`
    await inTx(ctx, (tx) => tellStaff(tx, team, { kind: 'figures', key: `figures:${day}`, say }))
  }
}

/** One reseller, or null for all. */
async function loadDay(ctx: JobCtx, team: number | null, day: string): Promise<Shown> {
  if (team === null) return loadPlatformDay(ctx.db, day)
  const [row] = await findLiveDays(ctx.db, [team], [spanOf(day, ctx.config.businessTz)], ctx.now)
  return row ? { ...row, soldFen: allSales(row) } : NOTHING
}

type Shown = Pick<DaySums, 'orders' | 'refundedFen' | 'newUsers' | 'activeUsers'> & { soldFen: number }
const NOTHING: Shown = { orders: 0, soldFen: 0, refundedFen: 0, newUsers: 0, activeUsers: 0 }

function write(
  language: Language,
  day: string,
  { orders, soldFen, refundedFen, newUsers, activeUsers }: Shown,
  seesMoney: boolean,
): string {
  const amount = (name: string, fen: number) => (seesMoney ? [`${name} ¥${formatFen(fen)}`] : [])
  const lines = {
    'zh-CN': [
      `昨日 ${day}`,
      ...amount('销售额', soldFen),
      `订单 ${orders}`,
      ...amount('退款', refundedFen),
      `新用户 ${newUsers}`,
      `活跃用户 ${activeUsers}`,
    ],
    'zh-TW': [
      `昨日 ${day}`,
      ...amount('銷售額', soldFen),
      `訂單 ${orders}`,
      ...amount('退款', refundedFen),
      `新使用者 ${newUsers}`,
      `活躍使用者 ${activeUsers}`,
    ],
    en: [
      `Yesterday, ${day}`,
      ...amount('Sales', soldFen),
      `Orders ${orders}`,
      ...amount('Refunds', refundedFen),
      `New users ${newUsers}`,
      `Active users ${activeUsers}`,
    ],
  }
  return lines[language].join('\n')
}
