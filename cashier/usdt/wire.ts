import { createHash } from 'node:crypto'

import { statusAt, type Trade } from '../trade.ts'
import { toYuan } from '../yuan.ts'

export type Dialect = NonNullable<Trade['coin']>['dialect']
export type Fields = Record<string, unknown>

/** As Go prints what it parsed of JSON: BEpusdt by %v, the others by FormatFloat without an exponent. */
function goText(value: unknown, dialect: Dialect): string {
  if (typeof value !== 'number' || dialect !== 'bepusdt' || value === 0) return String(value)
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(value)
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

export function signCoin(fields: Fields, key: string, dialect: Dialect): string {
  const parts: string[] = []
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name]
    if (name === 'signature' || value === '' || value === null || value === undefined) continue
    parts.push(`${name}=${goText(value, dialect)}`)
  }
  return createHash('md5')
    .update(parts.join('&') + key)
    .digest('hex')
}

/** 1 waiting, 2 paid, 3 expired, 4 cancelled, 5 seen, 6 not confirmed. The two Epusdts know the first three. */
export function coinStatus(trade: Trade, now: Date): number {
  if (trade.paidAt !== null) return 2
  const isNew = trade.coin?.dialect === 'bepusdt'
  if (trade.coin?.isSeen && isNew) return trade.coin.isFailed ? 6 : 5
  if (trade.status === 'TRADE_CLOSED') return isNew ? 4 : 3
  return statusAt(trade, now) === 'TRADE_CLOSED' ? 3 : 1
}

/** Until it is paid, the gateways write their own number there. */
export function hashOf(trade: Trade): string {
  return trade.paidAt ? createHash('sha256').update(trade.id).digest('hex') : trade.tradeNo!
}

/** BEpusdt writes the coins as a text and the address as "token"; GMPay says the coin there. */
export function notifyFields(trade: Trade, pid: string, now: Date): Record<string, string | number> {
  const { dialect, amount, address } = trade.coin!
  const coins = dialect === 'bepusdt' ? amount : Number(amount)
  const fields = {
    trade_id: trade.tradeNo!,
    order_id: trade.outTradeNo,
    amount: Number(toYuan(trade.totalFen)),
    actual_amount: coins,
    token: address,
    block_transaction_id: hashOf(trade),
    status: coinStatus(trade, now),
  }
  return dialect === 'gmpay'
    ? { ...fields, pid, receive_address: address, token: trade.channel.split('-')[0]!.toUpperCase() }
    : fields
}
