import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { isProved, type StaffCtx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { dayOf, spanOf } from '../../platform/text/business-day.ts'
import { spendByKey } from '../api-keys/spend-by-key.ts'
import type { GiftPayer } from '../gifts/give-gift.ts'

/**
 * Members can spend only little of a balance without showing the factor again, so that a stolen session cannot empty
 * it. Call this after the spending, in its transaction, which a refusal rolls back: the balance is locked by then, so
 * the second of two calls at once counts the first. A key spends from its own daily limit instead.
 */
export async function proveSpending(ctx: StaffCtx & { db: Tx }, payer: GiftPayer, costFen: number): Promise<void> {
  const { apiKey } = ctx.actor
  if (apiKey) return spendByKey(ctx, apiKey, costFen)
  if (isProved(ctx)) return
  const { from } = spanOf(dayOf(ctx.now, ctx.config.businessTz), ctx.config.businessTz)
  const spentFen = await (payer === 'reseller'
    ? sumOfReseller(ctx.db, ctx.resellerId, from)
    : sumOfPlatform(ctx.db, from))
  if (spentFen > staffLimits.spendUnprovedFen) fail('staff.step_up')
}

/** Gifts, bulk work, card keys and sales by hand: what leaves the balance because a member pressed a button. */
async function sumOfReseller(db: Queryable, resellerId: number, from: Date): Promise<number> {
  const rows = await db.query<{ fen: number }>({
    name: 'office.spent_of_reseller',
    text: `select (coalesce(-sum(p.amount_fen), 0) + (
          select coalesce(sum(cost_fen), 0) from hand_sales where reseller_id = $1 and created_at >= $2))::bigint as fen
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts l on l.id = p.ledger_account_id
      where t.reseller_id = $1 and t.created_at >= $2 and t.kind in ('gift', 'bulk_hold', 'card_batch')
        and l.code = 'reseller:' || $1::integer and p.amount_fen < 0`,
    values: [resellerId, from],
  })
  return rows[0]!.fen
}

/** What the operator's staff gave at the platform's cost. The ledger shows only the gifts of balance among these. */
async function sumOfPlatform(db: Queryable, from: Date): Promise<number> {
  const rows = await db.query<{ fen: number }>({
    name: 'office.spent_of_platform',
    text: `select ((select coalesce(sum(cost_fen), 0) from gifts
          where paid_by = 'platform' and bulk_hold_id is null and created_at >= $1)
        + (select coalesce(sum(cost_fen), 0) from bulk_runs
          where paid_by = 'platform' and created_at >= $1))::bigint as fen`,
    values: [from],
  })
  return rows[0]!.fen
}
