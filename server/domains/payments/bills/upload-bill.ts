import { fail } from '../../../platform/errors.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { dayOf, readDay } from '../../../platform/text/business-day.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { providers } from '../gateways/providers.ts'
import { findMerchantsOf } from '../merchants/merchant.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { refuseBill } from './bill-line.ts'
import { readFile } from './read-file.ts'
import { takeBill } from './take-bill.ts'

/** Each is read as a whole while others wait. */
const READS: Limit = { name: 'bill-read', points: 30, windowMs: 600_000 }

type Upload = { resellerId: number | null; merchantId: string; day: string; bytes: string }

/** A bill that a member got from the provider. */
export async function uploadBill(ctx: SettleCtx, upload: Upload, actor: AuditActor) {
  const { resellerId, merchantId, day, bytes } = upload
  await takeOne(ctx, READS, String(resellerId ?? 'platform'))
  const merchant = (await findMerchantsOf(ctx.db, resellerId)).find(({ id }) => id === merchantId)
  if (!merchant) return fail('object.unknown')
  const { bill } = providers[merchant.provider]
  if (!bill) return refuseBill('bill.none')
  if (readDay(day) === null || day > dayOf(ctx.now, 'Asia/Shanghai'))
    fail('request.invalid', { fields: { day: 'a day' } })
  const lines = bill.readBill(readFile(Buffer.from(bytes, 'base64')), merchant)
  return takeBill(ctx, { merchant, day, aheadHours: bill.aheadHours, lines }, actor)
}
