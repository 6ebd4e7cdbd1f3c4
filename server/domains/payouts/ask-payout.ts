import { randomUUID } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { post } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { takePayee } from '../resellers/payee-account.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { loadPayable } from './load-payable.ts'
import { sealPayee } from './payee-seal.ts'
import { insertPayout } from './queries.ts'

type PayoutCtx = Pick<Ctx, 'db' | 'now' | 'config'>
export type AskedPayout = { payoutId: string; amountFen: number }

/**
 * A reseller asks for its balance. One payout at a time, to an account past its waiting time; refused while suspended.
 */
export async function askPayout(
  ctx: PayoutCtx,
  { resellerId, amountFen }: { resellerId: number; amountFen: number },
  actor: AuditActor,
): Promise<AskedPayout> {
  if (!Number.isSafeInteger(amountFen) || amountFen < limits.payoutMinFen) {
    fail('request.invalid', { fields: { amountFen: `at least ${limits.payoutMinFen}` } })
  }
  try {
    return await inTx(ctx, async (tx) => {
      await getSeller(tx, resellerId)
      const payee = await takePayee(tx, resellerId)
      const id = randomUUID()
      const row = { id, resellerId, amountFen, method: payee.method, askedBy: actorName(actor), createdAt: ctx.now }
      const payout = await insertPayout(tx.db, { ...row, sealedAccount: sealPayee(ctx.config, id, payee) })
      if (!payout) fail('payout.open')
      // Must come after the insert: of two concurrent requests the second waited there for the first and was refused.
      const { payableFen } = await loadPayable(tx, resellerId)
      if (amountFen > payableFen) fail('payout.too_much', { data: { payableFen } })
      const entry = { resellerId, actor, action: 'payout.asked', subject: resellerSubject(resellerId) }
      await writeAudit(tx.db, { ...entry, detail: { payout: id, amountFen } }, ctx.now)
      await post(tx, {
        key: `payout:${id}:hold`,
        kind: 'payout_hold',
        resellerId,
        legs: [
          { kind: 'reseller', resellerId, amountFen: -amountFen },
          { kind: 'payout_hold', resellerId, amountFen },
        ],
        memo: { payoutId: id },
      })
      return { payoutId: id, amountFen }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reseller.short') fail('payout.too_much')
    throw error
  }
}
