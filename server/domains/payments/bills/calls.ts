import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { actorName, auditLook, staffActor, writeAudit } from '../../audit/audit.ts'
import { askAgain } from '../ask-again.ts'
import { noteRow } from './bill-queries.ts'
import { findDifferences, getRowPayment, ownerKeyOf } from './find-differences.ts'
import { uploadBill } from './upload-bill.ts'

const { bills, platformBills } = consoleApi

type Own = { resellerId: number | null; rowId: number }

async function ask(ctx: StaffCtx<'any'>, own: Own) {
  const { found } = await askAgain(ctx, await getRowPayment(ctx, own.resellerId, own.rowId), staffActor(ctx))
  return { found }
}

async function note(ctx: StaffCtx<'any'>, { resellerId, rowId, text }: Own & { text: string }) {
  const actor = staffActor(ctx)
  await inTx(ctx, async (tx) => {
    const wish = { ownerKey: ownerKeyOf(resellerId), rowId, note: text.trim(), by: actorName(actor) }
    if (wish.note === '') fail('request.invalid', { fields: { text: 'text' } })
    const { merchantId, number } = (await noteRow(tx.db, wish, ctx.now)) ?? fail('object.unknown')
    const detail = { about: number, note: wish.note }
    const entry = { resellerId, actor, action: 'payment.bill_noted', subject: `merchant:${merchantId}`, detail }
    await writeAudit(tx.db, entry, ctx.now)
  })
  return {}
}

export const billRoutes = [
  bind(bills.list, (ctx) => findDifferences(ctx, ctx.resellerId)),
  bind(bills.read, (ctx, input) => uploadBill(ctx, { ...input, resellerId: ctx.resellerId }, staffActor(ctx))),
  bind(bills.ask, (ctx, input) => ask(ctx, { ...input, resellerId: ctx.resellerId })),
  bind(bills.note, (ctx, input) => note(ctx, { ...input, resellerId: ctx.resellerId })),
]

export const platformBillRoutes = [
  bind(platformBills.list, async (ctx) => {
    const found = await findDifferences(ctx, null)
    await auditLook(ctx, 'payments.bills_listed', null, { count: found.rows.length })
    return found
  }),
  bind(platformBills.read, (ctx, input) => uploadBill(ctx, { ...input, resellerId: null }, staffActor(ctx))),
  bind(platformBills.ask, (ctx, input) => ask(ctx, { ...input, resellerId: null })),
  bind(platformBills.note, (ctx, input) => note(ctx, { ...input, resellerId: null })),
]
