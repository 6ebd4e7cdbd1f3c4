import { DAY_MS } from '../../../../contract/durations.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { IS_SALE } from '../../orders/margin-sql.ts'

const MONTH_MS = 30 * DAY_MS

/** How often the shop sold each package for each period in the last 30 days, by `package period`. */
export async function countRecentSales({ db, now, resellerId }: StaffCtx): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; count: number }>({
    name: 'office.recent_sales',
    text: `select o.package_id || ' ' || o.period as name, count(*)::integer as count from orders o
      where o.reseller_id = $1 and ${IS_SALE} and o.settled_at >= $2 and o.action in ('new', 'renew')
        and o.paid_by <> 'reseller' group by 1`,
    values: [resellerId, new Date(now.getTime() - MONTH_MS)],
  })
  return new Map(rows.map(({ name, count }) => [name, count]))
}
