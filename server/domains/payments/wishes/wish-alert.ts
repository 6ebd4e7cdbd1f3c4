import type { Tx } from '../../../platform/db/db.ts'
import { closeAlert, type Alert } from '../../alerts/alerts.ts'
import { emit } from '../../events/emit.ts'
import type { WishRow } from './wish.ts'

/** The alert that tells the operator about a wish. */
export const wishAlert = (id: number): Pick<Alert, 'kind' | 'subject'> => ({
  kind: 'refund.wished',
  subject: `wish:${id}`,
})

type Answered = Pick<WishRow, 'id' | 'resellerId' | 'orderId' | 'paymentId'>

/** The wish is granted or declined: nothing is left to do but to tell who asked. */
export async function closeWishAlert(
  ctx: { db: Tx; now: Date },
  { id, resellerId, orderId, paymentId }: Answered,
  state: 'done' | 'declined',
): Promise<void> {
  await emit(ctx, 'refund.answered', { resellerId, wishId: id, state, orderId, paymentId })
  await closeAlert(ctx.db, wishAlert(id), ctx.now)
}
