import { randomUUID } from 'node:crypto'

import type { Letterhead, Protocol } from '../protocol.ts'
import type { Trade } from '../trade.ts'
import { handleWechat, tradeOf } from './calls.ts'
import { askWho, tellWho } from './openid.ts'
import { sealResource, signBody } from './wire.ts'

export const wechat: Protocol = {
  calls: { v3: handleWechat, connect: askWho, sns: tellWho },
  writeBody,
  returnAddress: ({ returnUrl }) => returnUrl,
  waiting: '已扫码，等待付款',
}

/** `changes`: `age` of the signature in seconds, `total` and others of the trade. */
function writeBody(trade: Trade, { merchant, signer, changes, now, sign }: Letterhead) {
  const { age = '0', total, type, ...fields } = changes
  const refund = trade.refunds.at(-1)
  const kind = refund ? 'refund' : 'transaction'
  const value = {
    ...tradeOf(trade, merchant, now),
    ...(refund ? { out_refund_no: refund.outRequestNo, refund_status: 'SUCCESS' } : {}),
    ...(total === undefined ? {} : { amount: { total: Number(total), currency: 'CNY' } }),
    ...fields,
  }
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: now.toISOString(),
    event_type: type ?? (refund ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS'),
    resource_type: 'encrypt-resource',
    summary: 'ok',
    resource: sealResource(merchant, value, kind),
  })
  const { 'wechatpay-signature': right, ...named } = signBody(
    signer,
    body,
    new Date(now.getTime() - Number(age) * 1000),
  )
  // A stranger does not name a key of their own: they claim WeChat's.
  const claimed = { ...named, 'wechatpay-serial': merchant.wxPublicKeyId }
  const signature = sign === 'bad' ? `${right[0] === 'A' ? 'B' : 'A'}${right.slice(1)}` : right
  const proof = sign === 'none' ? {} : { ...claimed, 'wechatpay-signature': signature }
  return { body, headers: { 'content-type': 'application/json', ...proof } }
}
