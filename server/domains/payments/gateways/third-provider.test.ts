import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { providers as facts, type PayChannel } from '../../../../contract/providers.ts'
import { Refusal } from '../../../platform/errors.ts'
import { makePayDesk, PRICE } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { addMerchant } from '../merchants/add-merchant.ts'
import { replaceKeys } from '../merchants/change-merchant.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import type { GatewayTrade } from './gateway.ts'
import type { Notify, ProviderSide } from './provider.ts'
import { providers, type SandboxShop } from './providers.ts'

/** A provider unlike the others: JSON, signed in a header, another word for "taken", two secrets sealed as one. */
const trades = new Map<string, GatewayTrade & { refundedFen?: number }>()
const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex')

const coin: ProviderSide<SandboxShop> = {
  gateway: () => ({
    open: ({ outTradeNo }) => {
      trades.set(outTradeNo, { state: 'open' })
      return Promise.resolve({ qrCode: `coin:${outTradeNo}` })
    },
    loadTrade: ({ outTradeNo: number }) => Promise.resolve(trades.get(number) ?? { state: 'absent' }),
    closeTrade: ({ outTradeNo: number }) => Promise.resolve(void trades.set(number, { state: 'closed' })),
    refund: ({ outTradeNo, amountFen }) => {
      const trade = trades.get(outTradeNo)!
      trade.refundedFen = (trade.refundedFen ?? 0) + amountFen
      return Promise.resolve('done')
    },
  }),
  check(typed, problems) {
    const { secret = '', hookSecret = '' } = typed as { secret?: string; hookSecret?: string }
    if (!secret.startsWith('sk_')) problems['secret'] = 'begins with sk_'
    if (!hookSecret.startsWith('wh_')) problems['hookSecret'] = 'begins with wh_'
    return { secret: JSON.stringify({ secret, hookSecret }) }
  },
  notify: {
    method: 'POST',
    contentType: 'application/json',
    read({ secret }, { text, headers }) {
      const { hookSecret } = JSON.parse(secret) as { hookSecret: string }
      return headers['coin-signature'] === sign(text, hookSecret) ? (JSON.parse(text) as Notify) : null
    },
    taken: 'ok',
    refused: { code: 400, text: 'no' },
  },
  canRepeatRefund: false,
  bill: null,
  sandbox: {
    page: '/coin',
    account: () => {
      const secret = JSON.stringify({ secret: 'sk_1', hookSecret: 'wh_1' })
      return { name: '沙箱币', appId: 'coin', channels: ['qqpay'], path: '/coin', secret }
    },
  },
}
const table = providers as Record<string, typeof coin>
const known = facts as Record<string, object>
table['coin'] = coin
known['coin'] = {
  channels: ['qqpay'],
  devices: ['pc', 'wap', 'qr'],
  gatewayUrl: 'https://coin.example',
  keys: {},
  pageHosts: [],
}
afterAll(() => {
  delete table['coin']
  delete known['coin']
})

const made = await makeCashierApp()
const { db, url } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
const merchant = await db.kysely
  .selectFrom('merchants')
  .select(['id', 'gatewayUrl'])
  .where('appId', '=', 'coin')
  .executeTakeFirstOrThrow()
const payType = `${merchant.id}-qqpay`

async function tell(outTradeNo: string, amountFen: number, key = 'wh_1'): Promise<[number, string]> {
  const told = {
    notifyKey: outTradeNo,
    outTradeNo,
    tradeNo: `C${outTradeNo}`,
    amountFen,
    says: 'paid',
    wrongField: null,
  }
  const body = JSON.stringify(told)
  const headers = { 'content-type': 'application/json', 'coin-signature': sign(body, key) }
  const answer = await fetch(`${url}/api/pay/notify/coin/${merchant.id}`, { method: 'POST', headers, body })
  return [answer.status, await answer.text()]
}

test('a row in the table is enough: order, payment, notify, goods, refund', async () => {
  expect(merchant.gatewayUrl).toBe(`${made.cashier.url}/coin`)
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId, { payType })
  const number = data.out_trade_no
  expect(data).toMatchObject({ qrCode: `coin:${number}`, amountFen: PRICE.retailFen })
  expect(await tell(number, PRICE.retailFen)).toEqual([400, 'no'])
  expect(await desk.payment(number)).toMatchObject({ state: 'pending' })
  trades.set(number, { state: 'paid', tradeNo: `C${number}`, amountFen: PRICE.retailFen })
  expect(await tell(number, PRICE.retailFen, 'a stranger')).toEqual([400, 'no'])
  expect(await tell(number, PRICE.retailFen)).toEqual([200, 'ok'])
  expect(await tell(number, PRICE.retailFen)).toEqual([200, 'ok'])
  expect(await desk.payment(number)).toMatchObject({ state: 'paid', creditedTo: 'order' })
  const order = db.kysely.selectFrom('orders').select('state').where('id', '=', orderId)
  expect(await order.executeTakeFirst()).toEqual({ state: 'paid' })
  const wish = { outTradeNo: number, amountFen: 1000, reason: '退款' }
  expect(await refundPayment(desk.jobCtx(), wish, 'operator:test')).toMatchObject({ state: 'done', amountFen: 1000 })
  expect(trades.get(number)).toMatchObject({ refundedFen: 1000 })
})

test('its keys are checked by its own rules, and what is wrong is named by its own fields', async () => {
  const ctx = desk.jobCtx()
  const wish = { resellerId: null, provider: 'coin' as never, name: '币', appId: 'second', secret: 'sk_2' }
  const add = (keys: object) => addMerchant(ctx, { ...wish, ...keys }, 'operator:test')
  const refused = await add({ secret: 'wrong' }).catch((error: Refusal) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Refusal).extra.fields).toEqual({ secret: 'begins with sk_', hookSecret: 'begins with wh_' })
  const id = await add({ hookSecret: 'wh_2', channels: ['alipay'] satisfies PayChannel[] })
  const load = () => db.kysely.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await load()
  expect(before).toMatchObject({ provider: 'coin', gatewayUrl: 'https://coin.example', channels: ['qqpay'] })
  await replaceKeys(ctx, id, { secret: 'sk_3', hookSecret: 'wh_3' } as object, 'operator:test')
  expect((await load()).sealedSecret).not.toEqual(before.sealedSecret)
})
