import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import type { ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'
import { accountCondition } from '../../lists/search-accounts.ts'
import { originColumns, type OriginColumns } from '../payouts/origin-sql.ts'

export type ListedWithdrawal = OriginColumns & {
  id: string
  accountId: number
  userName: string
  amountFen: number
  feeFen: number
  method: 'alipay' | 'wechat' | 'bank'
  state: 'pending' | 'paid' | 'rejected'
  markedFen: number
  reason: string | null
  paidBy: 'platform' | 'reseller' | null
  createdAt: Date
  settledAt: Date | null
  missedAt: Date | null
}

/** Leaves out the account to pay to: seeing it is a separate look. */
export async function withdrawalList(
  ctx: { db: Queryable; now: Date; config: { businessTz: string } },
  resellerId: number,
  { search = '', state }: { search?: string; state?: string },
): Promise<ListQuery<'createdAt' | 'amountFen'>> {
  const begin = search.trim()
  const today = dayOf(ctx.now, ctx.config.businessTz)
  return {
    table: 'withdrawals w',
    id: { by: 'w.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'w.created_at', kind: 'time' }, amountFen: { by: 'w.amount_fen', kind: 'number' } },
    firstSort: 'createdAt',
    where: [
      sql`w.reseller_id = ${resellerId}`,
      ...equalConditions({ 'w.state': state }),
      ...(begin === '' ? [] : [await accountCondition(ctx, { resellerId, begin, column: 'w.account_id' })]),
    ],
    show: {
      columns: `page.id, page.account_id, a.user_name, page.amount_fen, page.fee_fen, page.method, page.state, page.reason,
        page.paid_by, page.created_at, page.settled_at, page.missed_at, (
          select coalesce(sum(c.amount_fen), 0)::bigint from commissions c
          where c.reseller_id = page.reseller_id and c.inviter_id = page.account_id and c.is_marked) as marked_fen,
        ${originColumns({ isOpen: `page.state = 'pending'`, isPayout: 'false', today })}`,
      joins: 'join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id',
    },
  }
}
