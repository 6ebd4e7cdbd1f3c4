import { rmSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { PAID_MARK, PAID_PATH } from '../../../contract/page.ts'
import { writePaidMark } from '../../domains/payments/paid-mark.ts'
import { clock } from '../../platform/clock.ts'
import { makePayDesk } from '../../test/build/pay-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { makeWebDir } from '../../test/run/make-web-dir.ts'

const made = await makeCashierApp()
const { call, db, config, control } = made
const desk = makePayDesk(made)
const webDir = makeWebDir()
const pages = await makeApp(
  { DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString(), PUBLIC_URL: config.publicUrl },
  { webDir },
)
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
beforeEach(() => clock.reset())

const open = (search: string) => pages.inject({ url: `${PAID_PATH}?${search}` })
const BACK = '回到原来的应用'

async function begin(device: 'wap' | 'qr' = 'qr') {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1234, { device })
  const { id } = await desk.payment(data.out_trade_no)
  const mark = writePaidMark(config.secretKey, id, clock.now())
  const search = `app_key=yx_${payer.resellerId}&${PAID_MARK}=${mark}`
  return { payer, number: data.out_trade_no, payUrl: data.payUrl!, search, mark }
}

test('the gateway returns the payer with a mark that opens the result, and a public payment without one', async () => {
  const { payUrl } = await begin('wap')
  const back = new URL(new URL(payUrl).searchParams.get('return_url')!)
  expect(back.pathname).toBe('/user/userPay')
  const { body } = await open(back.searchParams.toString())
  expect(body).toContain('¥12.34')
})

test('shows amount and state to whoever holds the mark, and nothing of the account', async () => {
  const { payer, number, search } = await begin()
  const waiting = await open(search)
  expect(waiting.body).toContain('正在确认')
  expect(waiting.headers['refresh']).toBe('4')
  await desk.payQuietly(number)
  clock.shift(5000)
  const { body, headers, statusCode } = await open(search)
  expect(statusCode).toBe(200)
  expect(body).toContain('付款成功')
  expect(body).toContain('¥12.34')
  expect(body).toContain(BACK)
  expect(headers['refresh']).toBeUndefined()
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body).not.toMatch(/<script|<form/)
  const { iuser } = (await call(api.accounts.info, { dailiKey: payer.resellerId }, { token: payer.token })).data
  for (const secret of [iuser, number, payer.token]) expect(body).not.toContain(secret)
  expect(await desk.balanceFen(payer)).toBe(1234)
})

test.each([
  ['no mark', async () => 'app_key=yx_0'],
  ['a forged mark', async () => (await begin()).search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ["another brand's mark", async () => (await begin()).search.replace(/app_key=yx_\d+/, 'app_key=yx_0')],
  [
    'a mark of yesterday',
    async () => {
      const { search } = await begin()
      clock.shift(24 * 3_600_000 + 1000)
      return search
    },
  ],
  ['two marks', async () => `${(await begin()).search}&${PAID_MARK}=x`],
])('with %s it only leads back to the app', async (_name, make) => {
  const { body, statusCode } = await open(await make())
  expect(statusCode).toBe(200)
  expect(body).toContain(BACK)
  expect(body).not.toContain('12.34')
})

test('says what became of a payment for a closed order', async () => {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId)
  const { id } = await desk.payment(data.out_trade_no)
  await call(api.orders.cancel, { orderId }, { token: payer.token })
  await desk.payQuietly(data.out_trade_no)
  await control.notify(data.out_trade_no)
  const mark = writePaidMark(config.secretKey, id, clock.now())
  const { body } = await open(`app_key=yx_${payer.resellerId}&${PAID_MARK}=${mark}`)
  expect(body).toContain('已转入余额')
})

test('asks the gateway no more often than any other look', async () => {
  const { number, search } = await begin()
  await desk.payQuietly(number)
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(search)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const { checkedAt } = await db.kysely
    .selectFrom('payments')
    .select('checkedAt')
    .where('outTradeNo', '=', number)
    .executeTakeFirstOrThrow()
  expect(checkedAt).not.toBeNull()
})
