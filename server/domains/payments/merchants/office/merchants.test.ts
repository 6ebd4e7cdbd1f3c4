import { generateKeyPairSync } from 'node:crypto'
import type { Static } from 'typebox'
import { expect, test } from 'vitest'

import { api } from '../../../../../contract/api.ts'
import { consoleApi } from '../../../../../contract/console/api.ts'
import { buildStaff } from '../../../../test/build/build-staff.ts'
import { buildMerchant } from '../../../../test/build/own-merchant.ts'
import { dumpEveryRow } from '../../../../test/look/every-row.ts'
import { makeApp } from '../../../../test/run/make-app.ts'
import { makeCashierApp } from '../../../../test/run/make-cashier-app.ts'

const app = await makeCashierApp()
const { db, call, control, cashier, logged } = app
const { merchants } = consoleApi

const shop = await control.addMerchant()
const epay: Static<typeof merchants.add.input> = {
  provider: 'epay',
  name: '我的易支付',
  appId: shop.pid,
  secret: shop.epayKey,
  gatewayUrl: cashier.url,
  channels: ['wxpay', 'alipay'],
}
const waysOf = async (dailiKey: number) =>
  (await call(api.payments.payTypes, { paytype: 'user', dailiKey })).data.map(({ icon }) => icon)

test('keys that the gateway accepts go live, other keys are not kept, and no answer shows them', async () => {
  const resellerId = 6701
  const operator = await buildStaff(app, { resellerId: null })
  const { call: ask } = await buildStaff(app, { resellerId })
  const at = { reseller: resellerId }
  const before = await db.kysely.selectFrom('merchants').selectAll().execute()
  const wrong = await operator.call(merchants.add, { ...epay, secret: 'not the key of this shop' }, at)
  expect([wrong.status, wrong.code]).toEqual([422, 'merchant.test_failed'])
  expect(await db.kysely.selectFrom('merchants').selectAll().execute()).toEqual(before)
  const { merchantId } = (await operator.call(merchants.add, epay, at)).data
  const alipay = await operator.call(
    merchants.add,
    {
      provider: 'alipay',
      name: '我的支付宝',
      appId: shop.appId,
      sellerId: shop.sellerId,
      secret: shop.appPrivateKey,
      alipayPublicKey: shop.alipayPublicKey,
      gatewayUrl: `${cashier.url}/gateway.do`,
    },
    at,
  )
  expect(alipay.status).toBe(200)
  const shown = await ask(merchants.list, {})
  expect(shown.data.rows).toMatchObject([
    { provider: 'alipay', isOn: true },
    { merchantId, isOn: true, testedAt: expect.any(String) as unknown },
  ])
  expect(shown.text).not.toContain(shop.epayKey)
  expect(logged.join('\n')).not.toContain(shop.epayKey)
  expect(await waysOf(resellerId)).toEqual(['alipay', 'wxpay', 'alipay'])
  await ask(merchants.order, { merchantIds: [merchantId, alipay.data.merchantId] })
  expect(await waysOf(resellerId)).toEqual(['wxpay', 'alipay', 'alipay'])
  expect((await ask(merchants.switch, { merchantId, on: false })).status).toBe(200)
  expect(await waysOf(resellerId)).toEqual(['alipay'])
  expect((await ask(merchants.switch, { merchantId, on: true })).status).toBe(200)
  const refused = await ask(merchants.replaceKeys, { merchantId, secret: 'another key altogether' })
  expect(refused.code).toBe('merchant.test_failed')
  expect((await ask(merchants.replaceKeys, { merchantId, secret: shop.epayKey })).status).toBe(200)
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('resellerId', '=', resellerId)
    .where('action', 'like', 'merchant.%')
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual([
    'merchant.added',
    'merchant.added',
    'merchant.ordered',
    'merchant.disabled',
    'merchant.enabled',
    'merchant.keys_replaced',
  ])
  expect(audit.at(-1)!.after).toEqual({ keys: 'changed' })
})

test('each way has a name, a smallest amount and a fee; others of the account and of others stay', async () => {
  const owner = await buildStaff(app, { resellerId: 6711 })
  const stranger = await buildStaff(app, { resellerId: 6712 })
  const { id: merchantId } = await buildMerchant(app, 6711)
  const way = { channel: 'alipay', name: ' 支付宝小额 ', minFen: 100, feeFen: 5, feePermille: 6 } as const
  const set = (part: object, by = owner) =>
    by.call(merchants.setWays, { merchantId, ways: [{ ...way, ...part }] } as never)
  expect((await set({})).status).toBe(200)
  const saved = { ...way, name: '支付宝小额' }
  const rows = async () => (await owner.call(merchants.list, {})).data.rows
  expect((await rows())[0]!.ways).toEqual([saved])
  expect((await set({ feeFen: 10_000, feePermille: 200, minFen: 1_000_000 })).status).toBe(200)
  for (const wrong of [
    { feeFen: 10_001 },
    { feePermille: 201 },
    { minFen: -1 },
    { name: 'x'.repeat(21) },
    { channel: 'wxpay' },
  ])
    expect((await set(wrong)).code).toBe('request.invalid')
  expect((await set({}, stranger)).code).toBe('object.unknown')
  expect((await rows())[0]!.ways).toEqual([
    { ...saved, feeFen: 10_000, feePermille: 200, minFen: 1_000_000, name: '支付宝小额' },
  ])
})

test('a gateway answer with a wrong Alipay signature does not count', async () => {
  const operator = await buildStaff(app, { resellerId: null })
  await buildStaff(app, { resellerId: 6702 })
  const other = await control.addMerchant()
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const wish = {
    provider: 'alipay',
    name: 'x',
    appId: other.appId,
    sellerId: other.sellerId,
    secret: other.appPrivateKey,
    alipayPublicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    gatewayUrl: `${cashier.url}/gateway.do`,
  } as const
  expect((await operator.call(merchants.add, wish, { reseller: 6702 })).code).toBe('merchant.test_failed')
})

test.each([
  'http://pay.example',
  'https://127.0.0.1',
  'https://localhost',
  'https://10.0.0.8',
  'https://192.168.1.1:8443',
  'https://169.254.169.254',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[fd00::1]',
  'https://2130706433',
  'https://no-such-name.invalid',
  'not an address',
])('a reseller cannot name the gateway %s', async (gatewayUrl) => {
  const { call: ask } = await buildStaff(app, { resellerId: 6703 })
  const answer = await ask(merchants.add, { ...epay, gatewayUrl })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('gatewayUrl')])
  expect((await ask(merchants.list, {})).data.rows).toEqual([])
})

test('a reseller cannot name the cashier on loopback, nor any gateway for Alipay', async () => {
  const { call: ask } = await buildStaff(app, { resellerId: 6704 })
  expect((await ask(merchants.add, epay)).status).toBe(400)
  const operator = await buildStaff(app, { resellerId: null })
  const private10 = await operator.call(merchants.add, { ...epay, gatewayUrl: 'https://10.0.0.8' }, { reseller: 6704 })
  expect(private10.status).toBe(400)
  const alipay = { ...epay, provider: 'alipay', sellerId: shop.sellerId, secret: shop.appPrivateKey } as const
  const own = { ...alipay, alipayPublicKey: shop.alipayPublicKey, gatewayUrl: 'https://alipay.example/gateway.do' }
  expect((await ask(merchants.add, own)).status).toBe(400)
})

test('in production a loopback gateway needs ALLOW_LOCAL_GATEWAY, even for the operator', async () => {
  const production = { MODE: 'production', PUBLIC_URL: 'https://portal.example' }
  const outcome = async (env: Record<string, string>) => {
    const made = await makeApp({ ...production, ...env })
    await buildStaff(made, { resellerId: 6705, withTotp: true })
    const operator = await buildStaff(made, { resellerId: null, withTotp: true })
    return (await operator.call(merchants.add, epay, { reseller: 6705 })).status
  }
  expect([await outcome({}), await outcome({ ALLOW_LOCAL_GATEWAY: '1' })]).toEqual([400, 200])
})

test("another reseller's account looks like an unknown one, and keys need an owner with a fresh factor", async () => {
  const operator = await buildStaff(app, { resellerId: null })
  const owner = await buildStaff(app, { resellerId: 6706 })
  const stranger = await buildStaff(app, { resellerId: 6707 })
  const wish = await control.addMerchant()
  const own = { ...epay, appId: wish.pid, secret: wish.epayKey }
  const { merchantId } = (await operator.call(merchants.add, own, { reseller: 6706 })).data
  const before = await dumpEveryRow(db)
  for (const id of [merchantId, 'a0a0a0a0a0a0']) {
    const answers = [
      await stranger.call(merchants.switch, { merchantId: id, on: false }),
      await stranger.call(merchants.replaceKeys, { merchantId: id, secret: 'a key of somebody' }),
      await stranger.call(merchants.order, { merchantIds: [id] }),
    ]
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(answers.map(() => '422 object.unknown'))
  }
  const manager = await buildStaff(app, { resellerId: 6706, role: 'manager' })
  expect((await manager.call(merchants.list, {})).code).toBe('staff.forbidden')
  await db.pool.query(`update staff_sessions set proved_at = proved_at - interval '11 minutes'`)
  expect((await owner.call(merchants.switch, { merchantId, on: false })).code).toBe('staff.step_up')
  expect(before).toContain(merchantId)
  expect((await owner.call(merchants.list, {})).data.rows).toMatchObject([{ merchantId, isOn: true }])
})

test("the platform's account is added in the browser; in production loopback needs the setting", async () => {
  const add = consoleApi.platformMerchants.add
  const own = await control.addMerchant()
  const local = {
    provider: 'alipay' as const,
    name: '收银台',
    appId: own.appId,
    sellerId: own.sellerId,
    secret: own.appPrivateKey,
    alipayPublicKey: own.alipayPublicKey,
    gatewayUrl: `${cashier.url}/gateway.do`,
  }
  const settings = { MODE: 'production', SECRET_KEY: 'k'.repeat(40), PUBLIC_URL: 'https://portal.example' }
  const strict = await makeApp(settings)
  const strictly = await buildStaff(strict, { resellerId: null, withTotp: true })
  const refused = await strictly.call(add, local)
  expect([refused.status, refused.code]).toEqual([400, 'request.invalid'])
  const open = await makeApp({ ...settings, ALLOW_LOCAL_GATEWAY: '1' })
  const { call: ask } = await buildStaff(open, { resellerId: null, withTotp: true })
  expect((await ask(add, { ...local, appId: 'another' })).code).toBe('merchant.test_failed')
  const { merchantId } = (await ask(add, local)).data
  expect((await ask(consoleApi.platformMerchants.list, {})).data.rows).toMatchObject([{ merchantId, isOn: true }])
  const ways = async () => (await open.call(api.payments.payTypes, { paytype: 'user', dailiKey: 0 })).data.length
  expect(await ways()).toBe(1)
  expect((await ask(consoleApi.platformMerchants.switch, { merchantId, on: false })).status).toBe(200)
  expect(await ways()).toBe(0)
  const reseller = await buildStaff(open, { resellerId: 6709, withTotp: true })
  expect((await reseller.call(add, local)).code).toBe('staff.forbidden')
  expect((await reseller.call(merchants.switch, { merchantId, on: true })).code).toBe('object.unknown')
})
