import type Stripe from 'stripe'

import { DAY_MS } from '../../../../../contract/durations.ts'
import { type BillLine, readAmount, readNumber, readTime, refuseBill } from '../../bills/bill-line.ts'
import { readTable } from '../../bills/read-table.ts'
import type { Merchant, OpenMerchant } from '../../merchants/merchant.ts'
import { asTrouble, GatewayTrouble, withinTime } from '../gateway.ts'
import type { Asking, BillSide } from '../provider.ts'
import { writeMinor, YUAN } from './currency.ts'
import { openStripe } from './open-stripe.ts'

const UTC = 0
/** A hundred for each: more than any account here has in a day, and an end for a list without one. */
const PAGES_MAX = 200
const CATEGORIES: Record<string, BillLine['kind']> = { charge: 'paid', refund: 'refund' }
const OUR_NUMBER = 'payment_metadata[out_trade_no]'

export const stripeBill: BillSide = { aheadHours: UTC, readBill, loadBill }

/** The itemised balance report. What the account settles in another currency has its price in columns of its own. */
function readBill(texts: readonly string[], { settings }: Merchant): BillLine[] {
  const columns = ['balance_transaction_id', 'created_utc', 'currency', 'gross', 'reporting_category']
  const rows = readTable(texts, { columns })
  return rows.flatMap(({ line, cell }): BillLine[] => {
    const kind = CATEGORIES[cell('reporting_category')]
    if (!kind) return []
    const outTradeNo = readNumber(cell(OUR_NUMBER), line)
    const tradeNo = readNumber(cell('payment_intent_id'), line)
    if (outTradeNo === null && tradeNo === null) return refuseBill('bill.columns', 'payment_intent_id')
    const isOwn = cell('currency') === (settings['currency'] ?? YUAN)
    const [currency, text] = isOwn
      ? [cell('currency'), cell('gross')]
      : [cell('customer_facing_currency'), cell('customer_facing_amount')]
    if (!/^[a-z]{3}$/.test(currency)) return refuseBill('bill.columns', 'customer_facing_amount')
    const amount = readAmount(text, line)
    if (amount === null) return []
    const refundNo = readNumber(cell('refund_metadata[out_request_no]'), line)
    const own = readNumber(cell('balance_transaction_id'), line) ?? refuseBill('bill.line', line)
    const number = kind === 'paid' ? (tradeNo ?? own) : (refundNo ?? own)
    const at = readTime(cell('created_utc'), UTC, line)
    return [{ kind, number, outTradeNo, tradeNo, amount, unit: currency.toUpperCase(), at }]
  })
}

/** The same by the library: the price that the buyer paid is on the charge, whatever it is settled in. */
async function loadBill(merchant: OpenMerchant, { time }: Asking, day: string): Promise<BillLine[]> {
  const from = Date.parse(`${day}T00:00:00Z`)
  const created = { gte: from / 1000, lt: (from + DAY_MS) / 1000 }
  try {
    return await withinTime(time, async (limitMs) => {
      const stripe = await openStripe(merchant, limitMs)
      const lines: BillLine[] = []
      let after: string | undefined
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const params = { created, limit: 100, expand: ['data.source'], ...(after ? { starting_after: after } : {}) }
        const list = await stripe.balanceTransactions.list(params)
        if (list.object !== 'list') throw new GatewayTrouble('another thing')
        lines.push(...list.data.flatMap(lineOf))
        after = list.data.at(-1)?.id
        if (!list.has_more || !after) return lines
      }
      throw new GatewayTrouble('a list without an end')
    })
  } catch (cause) {
    throw asTrouble('balance_transactions.list', cause)
  }
}

function lineOf({ source, created }: Stripe.BalanceTransaction): BillLine[] {
  if (!source || typeof source === 'string' || (source.object !== 'charge' && source.object !== 'refund')) return []
  const { object, amount: minor, currency, metadata, payment_intent: intent } = source
  const tradeNo = typeof intent === 'string' ? intent : (intent?.id ?? null)
  const outTradeNo = metadata?.['out_trade_no'] ?? null
  const isRefund = object === 'refund'
  const number = (isRefund ? metadata?.['out_request_no'] : tradeNo) ?? source.id
  const paid = { amount: writeMinor(minor, currency), unit: currency.toUpperCase(), at: new Date(created * 1000) }
  return minor > 0 ? [{ kind: isRefund ? 'refund' : 'paid', number, outTradeNo, tradeNo, ...paid }] : []
}
