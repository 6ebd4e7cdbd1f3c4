import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { makePayDesk, PRICE } from '../../test/build/pay-desk.ts'
import { mailsOf } from '../../test/outside/mails-of.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'

const app = await makeCashierApp()
const { db, call, control } = app
const desk = makePayDesk(app)
beforeEach(() => clock.reset())

async function buy(email: string | null, isVerified = true) {
  const payer = await desk.buildPayer()
  await db.kysely
    .updateTable('accounts')
    .set({ email, emailVerifiedAt: email !== null && isVerified ? clock.now() : null })
    .where('id', '=', payer.id)
    .execute()
  const number = (await desk.payOrder(payer, await desk.buildOrder(payer))).data.out_trade_no
  const mail = (token = payer.token) => call(api.payments.mailReceipt, { out_trade_no: number }, { token })
  const pay = async () => {
    await desk.payQuietly(number)
    clock.shift(5000)
    await desk.check(payer, number)
  }
  return { payer, number, mail, pay }
}

test('a receipt is mailed to the verified address, in the language of the call, with what the reseller writes', async () => {
  await control.change({ isOn: false })
  const { payer, number, mail, pay } = await buy('buyer@mail.example')
  expect((await mail()).code).toBe('object.unknown')
  await pay()
  const owner = await buildStaff(app, { resellerId: payer.resellerId })
  const receiptText = '蓝鲸网络有限公司\n发票请找客服'
  expect((await owner.call(consoleApi.brand.save, { receiptText })).status).toBe(200)
  expect((await mail()).status).toBe(200)
  const [sent] = (await mailsOf(db, payer)).filter(({ template }) => template === 'receipt')
  expect(sent).toMatchObject({ toAddress: 'buyer@mail.example' })
  expect(sent!.params).toMatchObject({ amount: `¥${PRICE.retailFen / 100}.00`, number, text: receiptText })
  const { data } = await call(api.payments.list, {}, { token: payer.token })
  expect(data.receiptText).toBe(receiptText)
  const stranger = await buy('stranger@mail.example')
  expect((await mail(stranger.payer.token)).code).toBe('object.unknown')
  expect((await call(api.payments.list, {}, { token: stranger.payer.token })).data.receiptText).toBe('')
})

test.each([
  ['none', null, true],
  ['one that nobody proved', 'other@mail.example', false],
])('to an account with %s no receipt goes', async (_what, email, isVerified) => {
  const { payer, mail, pay } = await buy(email, isVerified)
  await pay()
  expect((await mail()).code).toBe('email.not_bound')
  expect(await mailsOf(db, payer)).toEqual([])
})

test('the sixth of an hour is refused', async () => {
  const { payer, mail, pay } = await buy('often@mail.example')
  await pay()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await mail()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await mailsOf(db, payer)).toHaveLength(5)
})

test.each([
  ['six lines', '一\n二\n三\n四\n五\n六', 200],
  ['seven lines', '一\n二\n三\n四\n五\n六\n七', 400],
  ['300 signs', '鱼'.repeat(300), 200],
  ['301 signs', '鱼'.repeat(301), 400],
  ['a sign that nobody sees', 'a\u202Eb', 400],
  ['blanks around it', ' a ', 400],
  ['nothing', '', 400],
])('a text below receipts of %s is answered with %s', async (_what, receiptText, status) => {
  const { resellerId } = await desk.buildPayer()
  const owner = await buildStaff(app, { resellerId })
  expect((await owner.call(consoleApi.brand.save, { receiptText })).status).toBe(status)
})
