import { consoleApi } from '../../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../../platform/context.ts'
import { fail } from '../../../../platform/errors.ts'
import { type Handler, bind } from '../../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../../audit/audit.ts'
import { declineWish } from '../../wishes/answer-wish.ts'
import { grantWish } from '../../wishes/grant-wish.ts'
import { resolveRefund } from '../finish-refund.ts'
import { previewRefund, type RefundEffect } from '../preview-refund.ts'
import { makeRefund } from './make-refund.ts'
import { findRefundRows, findWishRows, loadRefundable, type Refundable } from './queries.ts'

const { refunds } = consoleApi

const LISTED = 100

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Name = { resellerId: number; orderId?: string; paymentId?: string }

const subjectOf = ({ orderId, paymentId }: Refundable) =>
  orderId === null ? `payment:${paymentId}` : `order:${orderId}`

const refund: Handler<typeof refunds.make> = async (ctx, { amountFen, reason, key, ...name }) => {
  const found = await getRefundable(ctx, name)
  return makeRefund(ctx, found, { amountFen, reason: reason.trim(), key })
}

async function getRefundable(ctx: StaffCtx<'platform'>, name: Name): Promise<Refundable> {
  if ((name.orderId === undefined) === (name.paymentId === undefined)) {
    fail('request.invalid', { fields: { orderId: 'one of orderId and paymentId' } })
  }
  return (await loadRefundable(ctx.db, name)) ?? fail('object.unknown')
}

function showEffect({ moves, service }: RefundEffect) {
  const isTouched = service !== null && JSON.stringify(service.before) !== JSON.stringify(service.after)
  return {
    moves: moves
      .filter(({ amountFen }) => amountFen !== 0)
      .map(({ kind, accountId, resellerId, amountFen }) => ({
        account: kind,
        whose:
          accountId !== null ? ('user' as const) : resellerId === null ? ('platform' as const) : ('reseller' as const),
        amountFen,
      })),
    service: isTouched
      ? {
          expiresBefore: service.before.expiresAt?.toISOString() ?? null,
          expiresAfter: service.after.expiresAt?.toISOString() ?? null,
          bytesBefore: service.before.totalBytes,
          bytesAfter: service.after.totalBytes,
        }
      : null,
  }
}

export const refundRoutes = [
  bind(refunds.wishes, async (ctx) => {
    const rows = await findWishRows(ctx.db, LISTED)
    return { rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) }
  }),
  bind(refunds.list, async (ctx) => {
    const rows = await findRefundRows(ctx.db, LISTED)
    return { rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) }
  }),
  bind(refunds.find, async (ctx, { number }) => {
    const text = number.trim()
    const name = UUID.test(text) ? { orderId: text, paymentId: text } : { outTradeNo: text }
    const found = (await loadRefundable(ctx.db, { resellerId: null, ...name })) ?? fail('object.unknown')
    await auditLook(ctx, 'refund.looked_up', subjectOf(found), { reseller: found.resellerId })
    return found
  }),
  bind(refunds.preview, async (ctx, { amountFen, ...name }) => {
    const found = await getRefundable(ctx, name)
    const { resellerId, accountId } = found
    const subject =
      found.orderId === null
        ? { resellerId, paymentId: found.paymentId! }
        : { resellerId, orderId: found.orderId, accountId }
    return showEffect(await previewRefund(ctx, subject, amountFen))
  }),
  bind(refunds.make, refund),
  bind(refunds.grant, async (ctx, { wishId }) => grantWish(ctx, wishId, staffActor(ctx))),
  bind(refunds.decline, async (ctx, { wishId, answer }) => {
    await declineWish(ctx, { id: wishId, answer }, staffActor(ctx))
    return {}
  }),
  bind(refunds.resolve, async (ctx, input) => {
    await resolveRefund(ctx, input, staffActor(ctx))
    return {}
  }),
]
