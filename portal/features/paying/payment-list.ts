import { api } from '../../../contract/api.ts'
import type { PaymentItem, PayPurpose } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'

/** The first page of own payments, and whatever else begins with it, is kept under this name. */
export const PAYMENTS_KEY = ['payments'] as const
/** Entries of the balance. */
export const BALANCE_KEY = ['balance'] as const

export function loadRecentPayments(): Promise<readonly PaymentItem[]> {
  return call(api.payments.list, {}).then(({ items }) => items)
}

/** The newest one of a purpose that can still be paid. */
export function findUnfinished(items: readonly PaymentItem[], purpose: PayPurpose): PaymentItem | null {
  return items.find((item) => item.type === purpose && isPayable(item)) ?? null
}

/** By the server's clock: it names an address or a code only as long as they are good. */
export function isPayable({ status, payUrl, qrCode }: PaymentItem): boolean {
  return status === 'pending' && (payUrl !== null || qrCode !== null)
}
