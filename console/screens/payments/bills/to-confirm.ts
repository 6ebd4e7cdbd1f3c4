import type { BillRow } from '../../../../contract/console/bills.ts'
import type { StuckPayment } from '../../../../contract/console/confirm.ts'
import { payChannels } from '../../../../contract/providers.ts'

/** The payment of a row, as the sheet that credits by hand takes it. */
export function confirmable(row: BillRow): StuckPayment {
  const { paymentId, outTradeNo, provider, merchantName, userName } = row
  return {
    paymentId,
    outTradeNo,
    provider,
    merchantName,
    userName,
    resellerId: row.resellerId ?? 0,
    channel: row.channel ?? payChannels[0],
    isOwnMerchant: true,
    amountFen: row.amountFen ?? 0,
    state: null,
    said: 'nothing',
    saidAt: null,
    createdAt: row.happenedAt ?? '',
    confirmationId: null,
    askedBy: null,
    number: null,
    reason: null,
  }
}

/** What the bill already says: its number, its sum, and whose payment it may be. */
export function startOf({ tradeNo, amount, unit, merchantId, accountId, resellerId }: BillRow) {
  return {
    by: 'flow' as const,
    number: tradeNo ?? '',
    yuan: unit === 'CNY' ? (amount ?? '') : '',
    merchantId,
    accountId: accountId === null ? '' : String(accountId),
    resellerId: resellerId === null ? '' : String(resellerId),
  }
}
