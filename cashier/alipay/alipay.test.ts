import { describe, expect, test } from 'vitest'

import type { TradeMove } from '../control.ts'
import { openCashier, openShop, timestamp } from '../test/open-cashier.ts'

const cashier = await openCashier()
const shop = await openShop()
const sdk = cashier.sdk()
let made = 0
const newNumber = () => `T${Date.now()}_${(made += 1)}`

function exec(method: string, bizContent: object, more: object = {}) {
  return sdk.exec(method, { timestamp: timestamp(), bizContent, ...more }, { validateSign: true })
}

async function precreate(outTradeNo = newNumber(), more: object = {}) {
  const biz = { out_trade_no: outTradeNo, total_amount: '12.50', subject: '套餐 月付', ...more }
  return exec('alipay.trade.precreate', biz, { notify_url: shop.url })
}

test('the unmodified SDK can precreate, scan, pay, query, refund, query a refund and close', async () => {
  const outTradeNo = newNumber()
  const made = await precreate(outTradeNo)
  expect(made).toMatchObject({ code: '10000', outTradeNo })
  const query = () => exec('alipay.trade.query', { out_trade_no: outTradeNo })
  expect(await query()).toMatchObject({ code: '40004', subCode: 'ACQ.TRADE_NOT_EXIST', receiptAmount: '0.00' })
  expect(await exec('alipay.trade.close', { out_trade_no: outTradeNo })).toMatchObject({
    subCode: 'ACQ.TRADE_NOT_EXIST',
  })

  const scanned = await fetch(made['qrCode'] as string)
  expect(await scanned.text()).toContain('已扫码')
  expect(await query()).toMatchObject({ code: '10000', tradeStatus: 'WAIT_BUYER_PAY', receiptAmount: '0.00' })
  const paid = await fetch(`${scanned.url}/pay`, { method: 'POST' })
  expect(await paid.text()).toContain('付款成功')
  expect(await query()).toMatchObject({ tradeStatus: 'TRADE_SUCCESS', totalAmount: '12.50', buyerPayAmount: '12.50' })
  expect(await exec('alipay.trade.close', { out_trade_no: outTradeNo })).toMatchObject({
    subCode: 'ACQ.TRADE_STATUS_ERROR',
  })

  const [notify] = await shop.until(1)
  const fields = Object.fromEntries(new URLSearchParams(notify!.body))
  expect(sdk.checkNotifySignV2(fields)).toBe(true)
  expect(sdk.checkNotifySignV2({ ...fields, total_amount: '12.51' })).toBe(false)
  expect(fields).toMatchObject({
    out_trade_no: outTradeNo,
    trade_status: 'TRADE_SUCCESS',
    total_amount: '12.50',
    app_id: cashier.merchant.appId,
    seller_id: cashier.merchant.sellerId,
  })

  const part = { out_trade_no: outTradeNo, refund_amount: '2.50', out_request_no: 'R1' }
  expect(await exec('alipay.trade.refund', part)).toMatchObject({ fundChange: 'Y', refundFee: '2.50' })
  expect(await exec('alipay.trade.refund', part)).toMatchObject({ fundChange: 'N', refundFee: '2.50' })
  expect(await exec('alipay.trade.refund', { ...part, refund_amount: '3.00' })).toMatchObject({ code: '40004' })
  expect(await exec('alipay.trade.refund', { ...part, out_request_no: 'R2', refund_amount: '10.01' })).toMatchObject({
    code: '40004',
  })
  const asked = { out_trade_no: outTradeNo, out_request_no: 'R1' }
  expect(await exec('alipay.trade.fastpay.refund.query', asked)).toMatchObject({
    refundStatus: 'REFUND_SUCCESS',
    refundAmount: '2.50',
    totalAmount: '12.50',
  })
  const refundNotify = Object.fromEntries(new URLSearchParams((await shop.until(2))[1]!.body))
  expect(refundNotify).toMatchObject({ trade_status: 'TRADE_SUCCESS', refund_fee: '2.50', out_biz_no: 'R1' })
  expect(refundNotify['gmt_refund']).toBeTruthy()
})

test.each([
  ['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY', '等待扫码', ['scan', 'pay']],
  ['alipay.trade.wap.pay', 'QUICK_WAP_WAY', '确认付款', ['pay']],
])('%s: a GET address opens the page, and its buttons need no script', async (method, productCode, words, presses) => {
  const outTradeNo = newNumber()
  const url = sdk.pageExecute(method, 'GET', {
    timestamp: timestamp(),
    return_url: 'https://shop.example/back?x=1',
    bizContent: { out_trade_no: outTradeNo, total_amount: '1.00', subject: '<b>充值', product_code: productCode },
  })
  const page = await fetch(url)
  const html = await page.text()
  expect(html).toContain(words)
  expect(html).toContain('沙箱')
  expect(html).not.toContain('<b>充值')
  expect(html).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  for (const press of presses) await fetch(`${page.url}/${press}`, { method: 'POST' })
  const done = await (await fetch(page.url)).text()
  expect(done).toContain('付款成功')
  const back = new URL(/href="([^"]+)"/.exec(done)![1]!.replaceAll('&#38;', '&'))
  expect(back.origin).toBe('https://shop.example')
  const fields = Object.fromEntries(back.searchParams)
  expect(fields).toMatchObject({ x: '1', out_trade_no: outTradeNo, total_amount: '1.00' })
  const { x: _x, ...signed } = fields
  expect(sdk.checkNotifySignV2(signed)).toBe(true)
})

test('refuses a request that was changed, signed by another key, repeats a field or has a wrong clock', async () => {
  const biz = { out_trade_no: newNumber(), total_amount: '1.00', subject: 'x' }
  const stranger = await cashier.control().addMerchant()
  const foreign = cashier.sdk({ ...cashier.merchant, appPrivateKey: stranger.appPrivateKey })
  expect(await foreign.exec('alipay.trade.precreate', { timestamp: timestamp(), bizContent: biz })).toMatchObject({
    subCode: 'isv.invalid-signature',
  })
  // The SDK's own timestamp is the process's local time: on a UTC machine it is eight hours off.
  const utc = new Date().toISOString().slice(0, 19).replace('T', ' ')
  expect(await exec('alipay.trade.precreate', biz, { timestamp: utc })).toMatchObject({
    subCode: 'isv.invalid-timestamp',
  })
  const url = sdk.pageExecute('alipay.trade.page.pay', 'GET', {
    timestamp: timestamp(),
    bizContent: { ...biz, product_code: 'FAST_INSTANT_TRADE_PAY' },
  })
  expect(await (await fetch(url.replace('1.00', '0.01'))).text()).toContain('isv.invalid-signature')
  expect((await fetch(`${url}&biz_content=%7B%7D`)).status).toBe(400)
})

test('a number keeps its amount, and expiry closes scanned trades and refuses unscanned ones', async () => {
  const outTradeNo = newNumber()
  const inAWhile = new Date(Date.now() + 60_000)
  const expire = (at: Date) => ({
    time_expire: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  })
  const first = await precreate(outTradeNo, expire(inAWhile))
  expect((await precreate(outTradeNo, expire(inAWhile)))['qrCode']).toBe(first['qrCode'])
  expect(await precreate(outTradeNo, { total_amount: '1.00' })).toMatchObject({ subCode: 'ACQ.CONTEXT_INCONSISTENT' })
  const late = await precreate(newNumber(), expire(new Date(Date.now() - 1000)))
  expect(await (await fetch(late['qrCode'] as string)).text()).toContain('交易已关闭')
})

test('each fault looks right on the wire, and the work behind a lost answer is done', async () => {
  const control = cashier.control()
  const outTradeNo = newNumber()
  await precreate(outTradeNo)
  await control.move(outTradeNo, 'pay', { tells: false })
  const query = () => exec('alipay.trade.query', { out_trade_no: outTradeNo })
  for (const kind of ['lost_answer', 'status_500', 'garbage', 'bad_sign', 'error_response'] as const) {
    // The SDK's HTTP client sends once more by itself when a connection breaks.
    await control.orderFault({ kind, outTradeNo, times: kind === 'lost_answer' ? 2 : 1 })
    await expect(query(), kind).rejects.toThrow()
  }
  await control.orderFault({ kind: 'hang', outTradeNo })
  await expect(query()).rejects.toThrow(/timeout/i)
  await control.orderFault({ kind: 'unavailable', outTradeNo })
  expect(await query()).toMatchObject({ code: '20000' })
  await control.orderFault({ kind: 'wrong_amount', outTradeNo })
  expect(await query()).toMatchObject({ totalAmount: '0.01' })
  expect(await query()).toMatchObject({ tradeStatus: 'TRADE_SUCCESS', totalAmount: '12.50' })
  const refund = { out_trade_no: outTradeNo, refund_amount: '12.50', out_request_no: 'R' }
  await control.orderFault({ kind: 'lost_answer', method: 'alipay.trade.refund', times: 2 })
  await expect(exec('alipay.trade.refund', refund)).rejects.toThrow()
  expect(await exec('alipay.trade.fastpay.refund.query', refund)).toMatchObject({ refundStatus: 'REFUND_SUCCESS' })
  expect(await query()).toMatchObject({ tradeStatus: 'TRADE_CLOSED' })
})

test('early notify: the shop is notified of the payment before the call that made the trade returns', async () => {
  const outTradeNo = newNumber()
  const before = shop.heard.length
  await cashier.control().orderFault({ kind: 'early_notify', method: 'alipay.trade.precreate', outTradeNo })
  await precreate(outTradeNo)
  expect(shop.heard.slice(before).map(({ body }) => new URLSearchParams(body).get('trade_status'))).toEqual([
    'TRADE_SUCCESS',
  ])
})

/** The table in docs/gateways.md. */
describe.each(['page', 'wap', 'qr'] as const)('%s: what a trade answers', (product) => {
  const control = cashier.control()
  const said = async (method: string, outTradeNo: string) => {
    const answer = await exec(`alipay.trade.${method}`, { out_trade_no: outTradeNo })
    return answer['subCode'] ?? answer['tradeStatus'] ?? answer['msg']
  }
  async function open(): Promise<string> {
    const outTradeNo = newNumber()
    if (product === 'qr') await precreate(outTradeNo)
    else {
      const productCode = product === 'page' ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY'
      const bizContent = { out_trade_no: outTradeNo, total_amount: '12.50', subject: 'x', product_code: productCode }
      await fetch(sdk.pageExecute(`alipay.trade.${product}.pay`, 'GET', { timestamp: timestamp(), bizContent }))
    }
    return outTradeNo
  }

  test.each<[string, TradeMove[], string, string, string]>([
    ['before anybody scans or signs in', [], 'ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_NOT_EXIST', 'Success'],
    ['then timed out', ['expire'], 'ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_HAS_CLOSE'],
    ['scanned', ['scan'], 'WAIT_BUYER_PAY', 'Success', 'Success'],
    ['scanned, then timed out', ['scan', 'expire'], 'TRADE_CLOSED', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.TRADE_HAS_CLOSE'],
    ['closed by its buyer', ['close'], 'TRADE_CLOSED', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.TRADE_HAS_CLOSE'],
    ['paid', ['pay'], 'TRADE_SUCCESS', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.TRADE_HAS_SUCCESS'],
  ])('%s', async (_moment, moves, query, close, again) => {
    const outTradeNo = await open()
    for (const move of moves) await control.move(outTradeNo, move, { tells: false })
    expect(await said('query', outTradeNo)).toBe(query)
    const refused = await precreate(outTradeNo)
    expect(refused['subCode'] ?? refused['msg']).toBe(again)
    expect(await said('close', outTradeNo)).toBe(close)
    expect(await said('query', outTradeNo)).toBe(close === 'Success' ? 'TRADE_CLOSED' : query)
  })
})
