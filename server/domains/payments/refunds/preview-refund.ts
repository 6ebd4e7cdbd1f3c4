import type { Ctx } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { rolledBack } from '../../../platform/db/roll-back.ts'
import { fail } from '../../../platform/errors.ts'
import { findPosted } from '../../ledger/reverse.ts'
import { applyRefund } from '../../orders/refund-order.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { loadPayment, loadPaymentOfOrder } from '../queries.ts'
import { takeCredited } from './book-refund.ts'
import { claimForRefund, type RefundRow } from './queries.ts'
import { splitRefund, type RefundParts } from './split-refund.ts'

type Subscription = Awaited<ReturnType<typeof getSubscription>>
export type RefundSubject = { resellerId: number } & (
  | { orderId: string; accountId: number | null }
  | { paymentId: string }
)
export type RefundEffect = {
  moves: Awaited<ReturnType<typeof findPosted>>
  /** The buyer's package before and after; null when no package is touched. */
  service: { before: Subscription; after: Subscription } | null
}
type PreviewCtx = Pick<Ctx, 'now' | 'config' | 'log'> & { db: Ctx['db'] }
const KEY = 'preview'

/**
 * Shows what a refund would do: books it for real, reads the result and rolls back. So the preview cannot differ from
 * the refund.
 */
export function previewRefund(ctx: PreviewCtx, subject: RefundSubject, amountFen: number): Promise<RefundEffect> {
  return rolledBack(ctx.db as Db, async (db) => {
    const tx = { ...ctx, db }
    if ('orderId' in subject) {
      const { resellerId, orderId, accountId } = subject
      const owner = accountId === null ? null : { resellerId, accountId }
      const before = owner && (await getSubscription(tx, owner))
      const { balanceFen } = await partsOf(db, subject, amountFen)
      await applyRefund(tx, { resellerId, orderId, amountFen, balanceFen, key: KEY })
      const after = owner && (await getSubscription(tx, owner))
      const moves = await findPosted(tx, `order:${orderId}:refund:${KEY}`)
      return { moves, service: before && after ? { before, after } : null }
    }
    const payment = (await loadPayment(db, subject.paymentId)) ?? fail('object.unknown')
    if (!(await claimForRefund(db, payment.id, amountFen))) fail('refund.too_much')
    await takeCredited(tx, payment, { id: KEY, amountFen } as RefundRow)
    return { moves: await findPosted(tx, `refund:${KEY}:take`), service: null }
  })
}

async function partsOf(
  db: Tx,
  order: { resellerId: number; orderId: string },
  amountFen: number,
): Promise<RefundParts> {
  const payment = await loadPaymentOfOrder(db, order.resellerId, order.orderId)
  return payment ? splitRefund(db, payment, amountFen) : { amountFen, balanceFen: 0, feeFen: 0 }
}
