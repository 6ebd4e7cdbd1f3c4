import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import type { OpenMerchant } from '../../merchants/merchant.ts'
import { eachQuestion, type Bill } from '../gateway.ts'
import { epayGateway } from './epay-gateway.ts'

let answer: object = {}
let leadsTo: string | null = null
const site = createServer(({ url }, response) => {
  if (leadsTo !== null && url !== leadsTo) response.writeHead(302, { location: leadsTo })
  response.end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => void site.close())

const gatewayUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
const merchant = { appId: '1001', secret: 'k', epayKeyPrefix: '', gatewayUrl, pageUrl: null } as OpenMerchant
const gateway = epayGateway(merchant, { time: eachQuestion, reach: 'any' })
const order = { code: 1, out_trade_no: 'N', trade_no: 'T', money: '1.00' }

async function stateOf(says: object): Promise<string> {
  answer = says
  return gateway.loadTrade({ outTradeNo: 'N', gatewayRef: null, amountFen: 100, expiresAt: new Date() }).then(
    ({ state }) => state,
    () => 'unknown',
  )
}

test.each([
  ['paid', { ...order, status: 1 }],
  ['paid', { ...order, status: '1', trade_status: 'TRADE_SUCCESS' }],
  ['open', { ...order, status: 0 }],
  ['open', { ...order, status: '0', trade_status: 'WAIT_BUYER_PAY' }],
  // Some sites number a waiting order 1: nothing may be credited for it.
  ['open', { ...order, status: 1, trade_status: 'WAITING' }],
  ['open', { ...order, status: 1, trade_status: '' }],
  ['open', { ...order, status: 0, trade_status: 'TRADE_SUCCESS' }],
  ['closed', { ...order, status: 2 }],
  ['closed', { ...order, status: -1 }],
  ['closed', { ...order, status: '-2' }],
  ['closed', { ...order, status: 0, trade_status: 'TRADE_CLOSED' }],
  ['closed', { ...order, status: 1, trade_status: 'TRADE_CLOSED' }],
  ['closed', { code: -1, msg: '订单已关闭' }],
  ['closed', { code: -1, msg: '该订单已经过期！' }],
  ['closed', { code: 0, msg: 'Order has been cancelled' }],
  ['absent', { code: -1, msg: '订单号不存在' }],
  ['absent', { code: 0, msg: 'order not found' }],
  // Of the merchant or the call, not of the order.
  ['unknown', { code: -3, msg: '商户已关闭' }],
  ['unknown', { code: -1, msg: '订单查询接口已关闭' }],
  ['unknown', { code: -1, msg: '商户ID或密钥错误' }],
  ['unknown', { ...order, out_trade_no: 'M', status: -1 }],
])('%s: %j', async (state, says) => {
  expect(await stateOf(says)).toBe(state)
})

test('an answer from another address says nothing', async () => {
  leadsTo = '/elsewhere'
  expect(await stateOf({ ...order, status: 1 })).toBe('unknown')
  leadsTo = null
  expect(await stateOf({ ...order, status: 1 })).toBe('paid')
})

test('a closed order gets no new code', async () => {
  answer = { code: -1, msg: '订单已关闭' }
  const bill: Bill = {
    outTradeNo: 'N',
    amountFen: 100,
    subject: 'x',
    channel: 'wxpay',
    expiresAt: new Date(),
    notifyUrl: gatewayUrl,
    returnUrl: gatewayUrl,
    pageUrl: 'https://portal.example/hosted/pay',
    clientAddress: '127.0.0.1',
  }
  expect(await gateway.open(bill, 'qr')).toBe('closed')
  answer = { code: -1, msg: '签名校验失败' }
  await expect(gateway.open(bill, 'qr')).rejects.toThrow('mapi: refused')
})
