import type { PaymentItem } from '../../../contract/payments.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { findOwnPayments, type ShownPayment } from './list-queries.ts'
import { payTypeOf } from './merchants/pay-types.ts'

type Page = { items: PaymentItem[]; next: string | null }

export async function findPayments(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<Page> {
  const { owner } = ctx
  const rows = await findOwnPayments(ctx.db, owner, readCursor(cursor), limits.listPageSize + 1)
  const items = rows.slice(0, limits.listPageSize)
  const last = rows.length > items.length ? items.at(-1) : undefined
  return {
    items: items.map((row) => toItem(row, ctx)),
    next: last ? `${last.createdAt.getTime()}.${last.id}` : null,
  }
}

function readCursor(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null
  const [, ms, id] = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? []
  return ms && id ? { at: new Date(Number(ms)), id } : fail('request.invalid', { fields: { cursor: 'pattern' } })
}

function toItem(row: ShownPayment, { now, language }: Pick<Ctx, 'now' | 'language'>): PaymentItem {
  const isPayable = row.state === 'pending' && row.expiresAt > now
  return {
    out_trade_no: row.outTradeNo,
    type: row.purpose,
    orderId: row.orderId,
    payType: payTypeOf({ id: row.merchantId, isSandbox: row.isSandbox }, row.channel, language),
    status: row.state,
    creditedTo: row.creditedTo ?? 'none',
    amountFen: row.amountFen,
    refundedFen: row.refundedFen,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    payUrl: isPayable ? (row.pcUrl ?? row.wapUrl) : null,
    qrCode: isPayable ? row.qrCode : null,
  }
}
