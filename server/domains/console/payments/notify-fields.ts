/**
 * Fields of a notify that are shown. Not the signature, and nothing about the payer: a bank account is the buyer's own.
 */
const SHOWN = new Set([
  'notify_time',
  'notify_type',
  'trade_status',
  'total_amount',
  'receipt_amount',
  'buyer_pay_amount',
  'refund_fee',
  'gmt_create',
  'gmt_payment',
  'gmt_refund',
  'gmt_close',
  'out_trade_no',
  'trade_no',
  'out_biz_no',
  'money',
  'amount',
  'actual_amount',
  'status',
  'order_id',
  'trade_id',
  'block_transaction_id',
  'type',
])
const VALUE_MAX = 100

/** Reads the notify as it came over the wire: a form, or one flat object. */
export function notifyFields(body: string): { name: string; value: string }[] {
  return fieldsOf(body).flatMap(([name, value]) =>
    SHOWN.has(name) ? [{ name, value: value.slice(0, VALUE_MAX) }] : [],
  )
}

function fieldsOf(body: string): [string, string][] {
  if (!body.startsWith('{')) return [...new URLSearchParams(body)]
  const fields = JSON.parse(body) as Record<string, unknown>
  return Object.entries(fields).map(([name, value]) => [name, String(value)])
}
