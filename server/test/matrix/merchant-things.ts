import { clock } from '../../platform/clock.ts'
import { buildMerchantRow } from '../build/own-merchant.ts'
import { buildPaymentRow } from '../build/payment-row.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'

type Owner = { resellerId: number; id: number; userName: string }

/** A merchant of a reseller, with what its staff do about its money. */
export async function merchantThings(made: CashierApp, { resellerId, id: accountId, userName }: Owner) {
  const { db } = made
  const { id: merchantId } = await buildMerchantRow(made, resellerId)
  // An enabled merchant would replace the platform's ways to pay.
  await db.kysely.updateTable('merchants').set({ disabledAt: clock.now() }).where('id', '=', merchantId).execute()
  const at = { resellerId, accountId, merchantId, amountFen: 1000 }
  const asked = { reason: 'the bank has it', askedBy: 'operator:test', askedAt: clock.now() }
  const confirmation = await db.kysely
    .insertInto('paymentConfirmations')
    .values({ ...at, ...asked, merchantOwnerKey: resellerId, proof: `flow:${userName}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A payment that the bill of the merchant has, and nobody credited.
  const { outTradeNo } = await buildPaymentRow(db, { ...at, orderId: null, isOwnMerchant: true }, clock.now())
  const ofDay = { merchantId, merchantOwnerKey: resellerId, day: '2026-11-14', readAt: clock.now() }
  await db.kysely
    .insertInto('bills')
    .values({ ...ofDay, lines: 1, readBy: 'operator:test' })
    .execute()
  const line = { kind: 'paid' as const, number: outTradeNo, outTradeNo, amount: '10.00', unit: 'CNY' }
  const row = await db.kysely
    .insertInto('billRows')
    .values({ ...ofDay, ...line })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { merchant: merchantId, confirmation: String(confirmation.id), billRow: String(row.id) }
}
