import type { Protocol } from '../protocol.ts'
import { handleCoin } from './endpoints.ts'
import { notifyFields, signCoin } from './wire.ts'

const NUMBERS = ['amount', 'status']

export const usdt: Protocol = {
  calls: { coin: handleCoin },
  writeNotify(trade, { merchant, signer, changes, now }) {
    const changed = Object.entries(changes).map(([name, text]) => [name, NUMBERS.includes(name) ? Number(text) : text])
    const fields = { ...notifyFields(trade, merchant.coinPid, now), ...Object.fromEntries(changed) }
    return { ...fields, signature: signCoin(fields, signer.coinKey, trade.coin!.dialect) }
  },
  notifyBy: 'JSON',
  signField: 'signature',
  returnAddress: ({ returnUrl }) => returnUrl,
  waiting: '等待链上付款',
}
