import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makePayDesk, PRICE } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'

const made = await makeCashierApp()
const { call, db, config, payTypes, shop, cashier, control, logged } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(() => clock.reset())

/** A way without a minimum or a fee. */
const FREE = { minFen: 0, feeFen: 0, feePermille: 0 }

describe('ways to pay', () => {
  test("getKey gives a fresh key and the platform's app, and says that it is a sandbox", async () => {
    const [one, two] = await Promise.all([call(api.payments.getKey, {}), call(api.payments.getKey, {})])
    expect(one.data).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/), appId: shop.appId, sandbox: true })
    expect(two.data.key).not.toBe(one.data.key)
  })

  test('a whitelisted reseller offers all ways, another only top-ups of itself, a suspended one nothing', async () => {
    await buildReseller(db, { id: 71, isWhitelisted: true })
    await buildReseller(db, { id: 72, isWhitelisted: false })
    await buildReseller(db, { id: 73, isWhitelisted: true, suspendedAt: new Date() })
    const offered = async (paytype: 'user' | 'package' | 'agency' | 'daili', dailiKey: number) =>
      (await call(api.payments.payTypes, { paytype, dailiKey })).data
    const all = await offered('user', 71)
    expect(all.slice(0, 2)).toEqual([
      { ...FREE, id: payTypes.alipay, name: '支付宝', icon: 'alipay', sandbox: true },
      { ...FREE, id: payTypes.wxpay, name: '微信支付 · 沙箱易支付', icon: 'wxpay', sandbox: true },
    ])
    for (const paytype of ['user', 'package', 'agency'] as const) expect(await offered(paytype, 72)).toEqual([])
    expect(await offered('daili', 72)).toEqual(all)
    expect(await offered('daili', 73)).toEqual([])
    expect((await call(api.payments.payTypes, { paytype: 'user', dailiKey: 999_999 })).code).toBe('reseller.unknown')
  })
})

describe('beginning a payment', () => {
  test.each([
    ['qr', (data: { qrCode: string | null }) => data.qrCode, '/q/'],
    ['pc', (data: { payUrl: string | null }) => data.payUrl, 'method=alipay.trade.page.pay'],
    ['wap', (data: { payUrl: string | null }) => data.payUrl, 'method=alipay.trade.wap.pay'],
  ] as const)('%s: the cashier opens it, for the right amount, until the right time', async (device, at, part) => {
    const payer = await desk.buildPayer()
    const { status, data } = await desk.topUp(payer, 1234, { device })
    expect(status).toBe(200)
    expect(data.amountFen).toBe(1234)
    expect(new Date(data.expiresAt).getTime() - clock.now().getTime()).toBeLessThanOrEqual(limits.payTtlMs)
    expect(data.out_trade_no).toMatch(/^[A-Za-z0-9_]{1,64}$/)
    const address = at(data)
    expect(address).toContain(part)
    const page = await (await fetch(address!)).text()
    expect(page).toContain('¥12.34')
    const trade = await control.trade(data.out_trade_no)
    expect(trade).toMatchObject({
      totalFen: 1234,
      appId: shop.appId,
      expiresAt: new Date(Math.floor(new Date(data.expiresAt).getTime() / 1000) * 1000).toISOString(),
    })
    expect(trade.notifyUrl).toMatch(/\/api\/pay\/notify\/alipay\/[a-z0-9]{12}$/)
  })

  test('the list and the gateway call what is bought by its name, without the characters that Alipay refuses', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const rename = `update packages set name = '标准版 A&B/1' where id = (select package_id from orders where id = $1)`
    await db.pool.query(rename, [orderId])
    const paid = (await desk.payOrder(payer, orderId)).data
    const toppedUp = (await desk.topUp(payer, 1234)).data
    const subjects = [paid, toppedUp].map(async ({ out_trade_no: number }) => (await control.trade(number)).subject)
    expect(await Promise.all(subjects)).toEqual(['标准版 A B 1 月付', '账户充值'])
    const { items } = (await call(api.payments.list, {}, { token: payer.token })).data
    expect(items.map(({ goods }) => goods)).toEqual([null, '标准版 A&B/1 月付'])
  })

  test('the timestamp is Beijing time whatever the zone of the process', async () => {
    // The cashier refuses clocks that are off by more than 15 minutes, as the SDK's own timestamp is on a UTC machine.
    const before = process.env['TZ']
    for (const [zone, offsetMinutes] of [
      ['UTC', 0],
      ['Asia/Tokyo', -540],
      ['Asia/Shanghai', -480],
    ] as const) {
      process.env['TZ'] = zone
      expect(new Date().getTimezoneOffset()).toBe(offsetMinutes)
      const payer = await desk.buildPayer()
      expect((await desk.topUp(payer, 100)).status, zone).toBe(200)
    }
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test.each([
    ['nothing', 0],
    ['less than nothing', -100],
    ['below the least', limits.payMinFen - 1],
    ['a fraction', 100.5],
    ['above the most', limits.topUpMaxFen + 1],
    ['a number beyond all', 1e15],
    ['a text', '1000'],
  ])('refuses an amount of %s and changes nothing', async (_what, amountFen) => {
    const payer = await desk.buildPayer()
    const before = await dumpEveryRow(db)
    const answer = await desk.topUp(payer, amountFen as number)
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
    expect(answer.text).toContain('amountFen')
    expect(await dumpEveryRow(db)).toBe(before)
  })

  test('without a token only an agent can be paid; names the missing fields of each purpose', async () => {
    for (const input of [
      { type: 'user', amountFen: 1000 },
      { type: 'package', orderId: randomUUID() },
      { type: 'agency', orderId: randomUUID() },
    ])
      expect((await desk.pay(null, input)).code).toBe('auth.required')
    const payer = await desk.buildPayer()
    for (const [type, field] of [
      ['user', 'amountFen'],
      ['package', 'orderId'],
      ['agency', 'orderId'],
      ['daili', 'daili_id'],
    ]) {
      const answer = await desk.pay(payer, { type })
      expect([answer.status, answer.text.includes(`"${field}":"required"`)]).toEqual([400, true])
    }
  })

  test('off the whitelist 403 pay.offline_only, suspended 403 reseller.suspended, also for paying an agent', async () => {
    const offline = await desk.buildPayer(undefined, false)
    const answer = await desk.topUp(offline, 1000)
    expect([answer.status, answer.code]).toEqual([403, 'pay.offline_only'])
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    await buildReseller(db, { id: payer.resellerId, suspendedAt: new Date() })
    for (const refused of [await desk.topUp(payer, 1000), await desk.payOrder(payer, orderId)])
      expect([refused.status, refused.code]).toEqual([403, 'reseller.suspended'])
    const captcha = makeCaptcha(config)
    const agent = await desk.pay(null, { type: 'daili', daili_id: payer.resellerId, amountFen: 1000, captcha })
    expect([agent.status, agent.code]).toEqual([403, 'reseller.suspended'])
  })

  test('refuses an unknown way to pay and one of another reseller', async () => {
    const payer = await desk.buildPayer()
    expect((await desk.topUp(payer, 1000, { payType: 'nosuch' })).code).toBe('pay.type_unknown')
    const other = await desk.buildPayer()
    await db.kysely
      .updateTable('merchants')
      .set({ resellerId: other.resellerId })
      .where('provider', '=', 'epay')
      .execute()
    expect((await desk.topUp(payer, 1000, { payType: payTypes.wxpay })).code).toBe('pay.type_unknown')
    expect((await desk.topUp(other, 1000, { payType: payTypes.wxpay })).status).toBe(200)
    expect((await desk.topUp(other, 1000)).code).toBe('pay.type_unknown')
    await db.kysely.deleteFrom('payments').where('resellerId', '=', other.resellerId).execute()
    await db.kysely.updateTable('merchants').set({ resellerId: null }).where('provider', '=', 'epay').execute()
  })
})

describe('orders', () => {
  test("answers 422 object.unknown for another user's order, another reseller's order and an order of another kind", async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const neighbour = await desk.buildPayer(payer.resellerId)
    const stranger = await desk.buildPayer()
    for (const who of [neighbour, stranger]) {
      const answer = await desk.payOrder(who, orderId)
      expect([answer.status, answer.code]).toEqual([422, 'object.unknown'])
    }
    expect((await desk.pay(payer, { type: 'agency', orderId })).code).toBe('object.unknown')
  })

  test('a second tab gets the same number and code; another device gets an address for the same number', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const tabs = await Promise.all(Array.from({ length: 8 }, () => desk.payOrder(payer, orderId)))
    expect(tabs.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(tabs.map(({ data }) => data.out_trade_no)).size).toBe(1)
    expect(new Set(tabs.map(({ data }) => data.qrCode)).size).toBe(1)
    expect(tabs[0]!.data.amountFen).toBe(PRICE.retailFen)
    const phone = (await desk.payOrder(payer, orderId, { device: 'wap' })).data
    expect(phone).toMatchObject({ out_trade_no: tabs[0]!.data.out_trade_no, qrCode: null })
    expect(phone.payUrl).toContain('wap.pay')
  })

  test('another way to pay closes the open payment and begins a new one', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const first = (await desk.payOrder(payer, orderId)).data
    await control.move(first.out_trade_no, 'scan')
    const second = (await desk.payOrder(payer, orderId, { payType: payTypes.wxpay })).data
    expect(second.out_trade_no).not.toBe(first.out_trade_no)
    expect((await desk.payment(first.out_trade_no)).state).toBe('closed')
    expect((await control.trade(first.out_trade_no)).status).toBe('TRADE_CLOSED')
    // If the old payment is paid at that very moment, it pays the order and no new payment begins.
    await desk.payQuietly(second.out_trade_no)
    const third = await desk.payOrder(payer, orderId)
    expect(third.code).toBe('order.closed')
    expect((await desk.payment(second.out_trade_no)).creditedTo).toBe('order')
  })

  test('silent gateways share one time budget, and repeating the call continues the payment', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const first = (await desk.payOrder(payer, orderId)).data
    await control.orderFault({ kind: 'hang', method: 'alipay.trade.close', ms: 30_000 })
    await control.orderFault({ kind: 'hang', method: 'mapi', ms: 30_000 })
    const before = logged.length
    const wish = { payType: payTypes.wxpay, key: randomUUID() }
    const waited = await desk.payOrder(payer, orderId, wish)
    expect([waited.status, waited.code]).toEqual([503, 'pay.unavailable'])
    const limitsMs = [
      ...logged
        .slice(before)
        .join('')
        .matchAll(/no answer in (\d+) ms/g),
    ].map((match) => Number(match[1]))
    expect(limitsMs).toHaveLength(2)
    expect(limitsMs[0]! + limitsMs[1]!).toBeLessThanOrEqual(limits.gatewayTimeoutMs)
    // The old payment was still given up, and the new one waits for its code.
    expect((await desk.payment(first.out_trade_no)).state).toBe('closed')
    const again = await desk.payOrder(payer, orderId, wish)
    expect(again.status).toBe(200)
    expect(again.data.out_trade_no).not.toBe(first.out_trade_no)
  })
})

describe('the key', () => {
  test('repeating the call returns the same payment; another body gets 409', async () => {
    const payer = await desk.buildPayer()
    const key = randomUUID()
    const first = await desk.topUp(payer, 1000, { key })
    const again = await Promise.all(Array.from({ length: 5 }, () => desk.topUp(payer, 1000, { key })))
    for (const { data } of again) expect(data).toEqual(first.data)
    const other = await desk.topUp(payer, 2000, { key })
    expect([other.status, other.code]).toEqual([409, 'request.key_reused'])
    const neighbour = await desk.buildPayer()
    expect((await desk.topUp(neighbour, 2000, { key })).status).toBe(200)
  })

  test('after a lost gateway answer: 503, and repeating the call keeps the same number', async () => {
    const payer = await desk.buildPayer()
    const key = randomUUID()
    await control.orderFault({ kind: 'lost_answer', method: 'alipay.trade.precreate', times: 2 })
    const lost = await desk.topUp(payer, 1000, { key })
    expect([lost.status, lost.code]).toEqual([503, 'pay.unavailable'])
    const { data } = await desk.topUp(payer, 1000, { key })
    expect(data.qrCode).toContain(cashier.url)
    const rows = await db.kysely.selectFrom('payments').select('id').where('accountId', '=', payer.id).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('paying an agent', () => {
  test('takes a captcha; a retry after a lost answer needs no second one', async () => {
    await buildReseller(db, { id: 81, isWhitelisted: false })
    const input = { type: 'daili', daili_id: 81, amountFen: 50_000 }
    expect((await desk.pay(null, input)).code).toBe('auth.captcha_required')
    expect((await desk.pay(null, { ...input, captcha: 'img.x.y' })).code).toBe('auth.captcha_wrong')
    const captcha = makeCaptcha(config)
    const key = randomUUID()
    const first = await desk.pay(null, { ...input, captcha }, { key })
    expect(first.status).toBe(200)
    expect((await desk.pay(null, { ...input, captcha }, { key })).data).toEqual(first.data)
    expect((await desk.pay(null, { ...input, captcha })).code).toBe('auth.captcha_wrong')
    expect((await desk.pay(null, { ...input, daili_id: 999_998, captcha: makeCaptcha(config) })).code).toBe(
      'reseller.unknown',
    )
  })

  test('is limited per address', async () => {
    await buildReseller(db, { id: 82 })
    const input = { payType: payTypes.alipay, device: 'pc', type: 'daili', daili_id: 82, amountFen: 1000 } as const
    const codes: (string | null)[] = []
    for (let index = 0; index <= limits.agentPaymentsPerClient; index += 1) {
      const body = { ...input, key: randomUUID(), captcha: makeCaptcha(config) }
      codes.push((await call(api.payments.pay, body, { address: '203.0.113.9' })).code)
    }
    expect(codes.slice(0, -1).every((code) => code === null)).toBe(true)
    expect(codes.at(-1)).toBe('request.too_many')
  })
})

test('no merchant key appears in the database, an answer or the log', async () => {
  const payer = await desk.buildPayer()
  const answers = [await desk.topUp(payer, 1000), await desk.topUp(payer, 1000, { payType: payTypes.wxpay })]
  await desk.check(payer, answers[1]!.data.out_trade_no)
  const rows = await dumpEveryRow(db)
  const text = `${rows} ${logged.join(' ')} ${answers.map((answer) => answer.text).join(' ')}`
  for (const secret of [shop.epayKey, shop.appPrivateKey.slice(40, 100)]) expect(text).not.toContain(secret)
})
