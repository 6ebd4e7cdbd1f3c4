import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { endCouponRow, insertCoupon, renameCoupon, replaceCoupon } from './coupon-queries.ts'
import type { NewCoupon } from './coupon.ts'
import { findPriceRows } from './prices/queries.ts'

type OperatorCtx = Pick<Ctx, 'db' | 'now'>

/** The reseller pays for a coupon: it lowers the users' price, not what the reseller pays. */
export function addCoupon(ctx: OperatorCtx, wish: NewCoupon, actor: AuditActor): Promise<number> {
  const coupon = { ...wish, code: wish.code.trim().toUpperCase() }
  refuseBadCoupon(coupon, ctx.now)
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, coupon.resellerId)
    if (coupon.packageId != null) await refuseUnknownPackage(tx, coupon.resellerId, coupon.packageId)
    const id = (await insertCoupon(tx.db, coupon, ctx.now)) ?? refuse({ code: 'the reseller has it already' })
    const { resellerId, code, percent = null, amountFen = null } = coupon
    const entry = { resellerId, actor, action: 'coupon.added', subject: `coupon:${id}` }
    await writeAudit(tx.db, { ...entry, detail: { code, percent, amountFen } }, ctx.now)
    return id
  })
}

/**
 * For a coupon that another panel gave and has changed since: only an import does it, since users here were told what a
 * coupon is. Orders that use it keep what they had.
 */
export function changeImportedCoupon(ctx: OperatorCtx, id: number, wish: NewCoupon, actor: AuditActor): Promise<void> {
  const coupon = { ...wish, code: wish.code.trim().toUpperCase() }
  refuseBadCoupon(coupon, ctx.now)
  return inTx(ctx, async (tx) => {
    if (coupon.packageId != null) await refuseUnknownPackage(tx, coupon.resellerId, coupon.packageId)
    if (!(await replaceCoupon(tx.db, id, coupon))) refuse({ code: 'the reseller has it already' })
    const { resellerId, code, percent = null, amountFen = null } = coupon
    const entry = { resellerId, actor, action: 'coupon.changed', subject: `coupon:${id}` }
    await writeAudit(tx.db, { ...entry, detail: { code, percent, amountFen } }, ctx.now)
  })
}

/** Treats a package that only others may sell as unknown: the list of coupons would reveal its name. */
async function refuseUnknownPackage(ctx: { db: Tx }, resellerId: number, packageId: number): Promise<void> {
  const rows = await findPriceRows(ctx.db, resellerId)
  if (!rows.some((row) => row.packageId === packageId)) fail('object.unknown')
}

/** Orders that use the coupon keep it. False when it had already ended. */
export function endCoupon(
  ctx: OperatorCtx,
  { resellerId, code }: { resellerId: number; code: string },
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = (await endCouponRow(tx.db, resellerId, code, ctx.now)) ?? fail('coupon.unknown')
    const entry = { resellerId, actor, action: 'coupon.ended', subject: null }
    await writeAudit(tx.db, { ...entry, detail: { code: code.toUpperCase(), isChanged } }, ctx.now)
    return isChanged
  })
}

/** For an import that is undone: the coupon ends, and its code is nobody's any more, so that it can come again. */
export function freeImportedCoupon(
  ctx: OperatorCtx,
  { newCode, ...coupon }: { resellerId: number; id: number; code: string; newCode: string },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await endCoupon({ ...ctx, ...tx }, coupon, actor)
    await renameCoupon(tx.db, { ...coupon, code: newCode })
  })
}

function refuseBadCoupon(coupon: NewCoupon, now: Date): void {
  const { code, percent = null, amountFen = null, startsAt = null, endsAt = null } = coupon
  const fields: Record<string, string> = {}
  if (!/^[A-Z0-9-]{3,32}$/.test(code)) fields['code'] = '3 to 32 letters, digits and hyphens'
  if ((percent === null) === (amountFen === null)) fields['percent'] = 'a percentage or an amount'
  if (percent !== null && (percent < 1 || percent > 100)) fields['percent'] = '1 to 100'
  if (amountFen !== null && (amountFen < 1 || amountFen > limits.moneyMaxFen))
    fields['fen'] = `1 to ${limits.moneyMaxFen}`
  if (coupon.usesMax === 0) fields['uses'] = 'at least 1'
  if (coupon.usesPerAccountMax === 0) fields['uses-per-user'] = 'at least 1'
  if (endsAt !== null && new Date(endsAt) <= new Date(startsAt ?? now)) fields['ends-days'] = 'later than its begin'
  if (Object.keys(fields).length > 0) refuse(fields)
}

function refuse(fields: Record<string, string>): never {
  return fail('request.invalid', { fields })
}
