import { fail } from '../../../platform/errors.ts'
import type { WishSubject } from '../../payments/wishes/wish.ts'

/** Accepts an order or a payment, exactly one of the two. */
export function subjectOf(resellerId: number, about: { orderId?: string; paymentId?: string }): WishSubject {
  const { orderId, paymentId } = about
  if (orderId !== undefined && paymentId === undefined) return { resellerId, orderId }
  if (paymentId !== undefined && orderId === undefined) return { resellerId, paymentId }
  return fail('request.invalid', { fields: { orderId: 'one of orderId and paymentId' } })
}
