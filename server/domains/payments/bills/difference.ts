import type { BillRow } from '../../../../contract/console/bills.ts'
import { parseYuan } from '../gateways/gateway.ts'
import type { OpenRow } from './bill-queries.ts'

type Difference = Pick<BillRow, 'kind' | 'deed'>

/**
 * What a row of a bill and our books disagree about; null where they agree. Money is moved by what the deed does then:
 * by the gateway's own word, or by a person who saw it.
 */
export function differenceOf(row: OpenRow): Difference | null {
  if (row.kind === 'missing') return row.isInBill || row.paidAt === null ? null : { kind: 'here', deed: 'note' }
  if (row.kind === 'refund') return isRefundKnown(row) ? null : { kind: 'refund', deed: 'note' }
  if (row.paymentId === null) return { kind: 'there', deed: row.unit === 'CNY' ? 'credit' : 'note' }
  const isSame = isSameAmount(row)
  if (row.paidAt === null) {
    // Asked since the bill was read, the gateway did not say paid: only a person can say it then.
    if (isSame) return { kind: 'there', deed: row.isAsked ? 'confirm' : 'ask' }
    return { kind: 'differs', deed: row.unit === 'CNY' ? 'credit' : 'note' }
  }
  // Somebody answered for it by whatever number the account showed.
  if (row.isByHand) return null
  const isOther = row.tradeNo !== null && row.ourTradeNo !== row.tradeNo && row.ourTradeNo !== row.gatewayRef
  return isSame && !isOther ? null : { kind: 'differs', deed: 'refund' }
}

function isSameAmount({ unit, amount, amountFen, quoteUnit, quoteAmount }: OpenRow): boolean {
  if (unit === 'CNY') return parseYuan(amount) === amountFen
  return unit === quoteUnit && plain(amount) === plain(quoteAmount)
}

/** 1.390 and 1.39 are the same. */
function plain(amount: string | null): string {
  const [whole = '', part = ''] = (amount ?? '').split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${part.replace(/0+$/, '')}`
}

/** By its own number, or because we paid back as much. */
function isRefundKnown({ isOurRefund, unit, refundedFen, backThereFen }: OpenRow): boolean {
  if (isOurRefund || refundedFen === null) return isOurRefund
  return unit === 'CNY' ? refundedFen >= backThereFen : refundedFen > 0
}
