import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'

/** Sums what a reseller says it paid to users recently. Not paid out to it while they may still report a miss. */
export async function sumPaidLatelyFen({ db, now }: Pick<Ctx, 'db' | 'now'>, resellerId: number): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'withdrawals.paid_by_reseller',
    text: `select coalesce(sum(amount_fen), 0)::bigint as sum_fen from withdrawals
      where reseller_id = $1 and paid_by = 'reseller' and settled_at > $2`,
    values: [resellerId, new Date(now.getTime() - limits.withdrawMissedMs)],
  })
  return rows[0]!.sumFen
}
