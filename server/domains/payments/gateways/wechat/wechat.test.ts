import { beforeEach, describe, expect, test } from 'vitest'

import { clock } from '../../../../platform/clock.ts'
import { post, testGatewayMatrix } from '../../../../test/attack/gateway-matrix.ts'
import { makePayDesk } from '../../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../../test/look/books.ts'
import { makeCashierApp } from '../../../../test/run/make-cashier-app.ts'
import { addOwnMerchant, replaceOwnKeys } from '../../merchants/own-merchants.ts'

const made = await makeCashierApp()
const { control, db, shop } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
})
const { id: merchantId } = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'wechat')
  .executeTakeFirstOrThrow()
const payType = `${merchantId}-wxpay`

testGatewayMatrix(made, {
  provider: 'wechat',
  payType,
  device: 'qr',
  asks: { open: 'native', load: 'query', refund: 'refund' },
  wrongAmount: { total: '1' },
})

async function paidTopUp() {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1000, { payType })
  await desk.payQuietly(data.out_trade_no)
  return { payer, number: data.out_trade_no }
}

test.each([
  [299, 200],
  [-299, 200],
  [301, 400],
  [-301, 400],
])('a notify signed %i seconds ago is answered with %i', async (age, status) => {
  const { number } = await paidTopUp()
  const answer = await post(await control.writeNotify(number, { changes: { age: String(age) } }))
  expect([answer.status, status === 200 ? await answer.text() : '']).toEqual([status, ''])
  expect((await desk.payment(number)).state).toBe(status === 200 ? 'paid' : 'pending')
})

test.each([{ mchid: '1000000000' }, { appid: 'wx0000000000000000' }])(
  'a notify of %o is of another shop',
  async (changes) => {
    const { payer, number } = await paidTopUp()
    expect((await post(await control.writeNotify(number, { changes }))).status).toBe(400)
    expect(await desk.balanceFen(payer)).toBe(0)
  },
)

test('what is sealed with another key, and another kind of notify, change nothing', async () => {
  const { payer, number } = await paidTopUp()
  const letter = await control.writeNotify(number)
  const other = { ...letter, form: letter.form!.replace('"nonce":"', '"nonce":"0') }
  expect((await post(other)).status).toBe(400)
  expect((await post(await control.writeNotify(number, { changes: { type: 'SECURITY_ECHO.SUCCESS' } }))).status).toBe(
    200,
  )
  expect(await desk.balanceFen(payer)).toBe(0)
})

test('a phone gets our own page, a desk a code', async () => {
  const payer = await desk.buildPayer()
  const phone = await desk.topUp(payer, 1000, { payType, device: 'wap' })
  expect(phone.data.payUrl).toContain('/hosted/pay?')
  expect((await desk.topUp(payer, 1000, { payType, device: 'pc' })).data.qrCode).toContain('/q/')
})

test('an answer without a proof, and one by a key that we do not know, say nothing', async () => {
  const { payer, number } = await paidTopUp()
  await control.orderFault({ kind: 'error_response', method: 'query', outTradeNo: number })
  expect((await desk.check(payer, number)).data.status).toBe('pending')
  const account = await db.kysely
    .selectFrom('merchants')
    .select('settings')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const set = (settings: unknown) =>
    db.pool.query('update merchants set settings = $2 where id = $1', [merchantId, JSON.stringify(settings)])
  await set({ ...(account.settings as object), publicKeyId: 'PUB_KEY_ID_OTHER' })
  clock.shift(5000)
  expect((await desk.check(payer, number)).data.status).toBe('pending')
  await set(account.settings)
  clock.shift(5000)
  expect((await desk.check(payer, number)).data.status).toBe('paid')
})

describe('an account', () => {
  const keys = {
    appId: shop.wxAppId,
    mchId: shop.mchId,
    secret: shop.wxMerchantKey,
    serialNo: shop.wxSerial,
    apiV3Key: shop.apiV3Key,
    wechatPublicKeyId: shop.wxPublicKeyId,
    wechatPublicKey: shop.wxPublicKey,
  }
  const add = (changes: object) =>
    addOwnMerchant(
      desk.jobCtx(),
      { resellerId: null, provider: 'wechat', name: 'W', gatewayUrl: made.cashier.url, ...keys, ...changes },
      { actor: 'operator:test', isPlatform: true },
    )

  test.each([
    [{ serialNo: '0'.repeat(40) }, 'merchant.test_failed'],
    [{ wechatPublicKeyId: 'PUB_KEY_ID_1' }, 'merchant.test_failed'],
    [{ wechatPublicKey: shop.wxMerchantPublicKey }, 'merchant.test_failed'],
    [{ secret: shop.wxPublicKey }, 'request.invalid'],
    [{ apiV3Key: 'short' }, 'request.invalid'],
    [{ mchId: '1' }, 'request.invalid'],
    [{ serialNo: 'x' }, 'request.invalid'],
    [{ appSecret: 'short' }, 'request.invalid'],
    [{ appSecret: '0'.repeat(32) }, 'merchant.test_failed'],
  ])('is refused before users see it: %#', async (changes, code) => {
    await expect(add(changes)).rejects.toMatchObject({ code })
  })

  test('is tried by WeChat’s own call, or by a question where that is not offered; keys that nobody typed stay', async () => {
    const merchant = await add({ appSecret: shop.wxAppSecret })
    await replaceOwnKeys(
      desk.jobCtx(),
      { resellerId: null, merchantId: merchant },
      { apiV3Key: 'k'.repeat(32) },
      'operator:test',
    )
    const { settings } = await db.kysely
      .selectFrom('merchants')
      .select('settings')
      .where('id', '=', merchant)
      .executeTakeFirstOrThrow()
    expect(settings).toMatchObject({ mchId: shop.mchId, serialNo: shop.wxSerial })
  })
})
