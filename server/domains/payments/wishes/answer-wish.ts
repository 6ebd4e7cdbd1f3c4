import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { declineWishRow, markPaymentDone } from './queries.ts'
import { closeWishAlert } from './wish-alert.ts'
import type { WishRow } from './wish.ts'

const ANSWER_MAX = 200

/** The operator declines a wish and says why. The reseller's staff read the reason beside the order. */
export function declineWish(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, answer: given }: { id: number; answer: string },
  actor: AuditActor,
): Promise<WishRow> {
  const answer = given.trim()
  if (answer === '' || answer.length > ANSWER_MAX) fail('request.invalid', { fields: { answer: `1 to ${ANSWER_MAX}` } })
  return inTx(ctx, async (tx) => {
    const wish = (await declineWishRow(tx.db, id, answer, ctx.now)) ?? fail('object.unknown')
    const subject = wish.orderId === null ? `payment:${wish.paymentId}` : `order:${wish.orderId}`
    const entry = { resellerId: wish.resellerId, actor, action: 'refund.wish_declined', subject, detail: { wish: id } }
    await writeAudit(tx.db, entry, ctx.now)
    await closeWishAlert(tx, wish, 'declined')
    return wish
  })
}

/** Runs in the transaction of the refund. */
export async function closeWishes(ctx: { db: Tx; now: Date }, paymentId: string): Promise<void> {
  for (const wish of await markPaymentDone(ctx.db, paymentId, ctx.now)) await closeWishAlert(ctx, wish, 'done')
}
