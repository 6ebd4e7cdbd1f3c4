import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { deliver, makePayDesk } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'

const app = await makeCashierApp()
const { db, config, control } = app
checkBooksAfterEach(db)
const desk = makePayDesk(app)
const { payments } = consoleApi

beforeEach(() => clock.reset())

describe('asking the gateway again', () => {
  test('credits a payment that nobody reported, once, and audits it', async () => {
    const payer = await desk.buildPayer()
    const { out_trade_no: outTradeNo } = (await desk.topUp(payer, 5000)).data
    const { id: paymentId } = await desk.payment(outTradeNo)
    const { call: ask } = await buildStaff(app, { resellerId: payer.resellerId, role: 'support' })
    clock.shift(5000)
    expect((await ask(payments.ask, { paymentId })).data).toEqual({ state: 'pending', found: 'open' })
    expect((await ask(payments.ask, { paymentId })).data.found).toBe('soon')
    await desk.payQuietly(outTradeNo)
    clock.shift(5000)
    expect((await ask(payments.ask, { paymentId })).data).toEqual({ state: 'paid', found: 'settled' })
    expect((await ask(payments.ask, { paymentId })).data).toEqual({ state: 'paid', found: 'repeated' })
    expect(await desk.balanceFen(payer)).toBe(5000)
    const { data: shown } = await ask(payments.show, { paymentId })
    expect(shown.looks.map(({ found }) => found)).toEqual(['settled', 'soon', 'open'])
    expect(shown).toMatchObject({ state: 'paid', creditedTo: 'balance', isLate: false, refundableFen: 5000 })
  })

  test('a viewer may not ask, and a stranger learns nothing', async () => {
    const payer = await desk.buildPayer()
    const { id: paymentId } = await desk.payment((await desk.topUp(payer, 5000)).data.out_trade_no)
    const viewer = await buildStaff(app, { resellerId: payer.resellerId, role: 'viewer' })
    expect((await viewer.call(payments.ask, { paymentId })).code).toBe('staff.forbidden')
    const stranger = await buildStaff(app, { resellerId: (await desk.buildPayer()).resellerId })
    for (const id of [paymentId, randomUUID()]) {
      expect((await stranger.call(payments.ask, { paymentId: id })).code).toBe('object.unknown')
      expect((await stranger.call(payments.show, { paymentId: id })).code).toBe('object.unknown')
    }
  })
})

describe('one payment', () => {
  test('shows what the gateway told, without the signature and the payer', async () => {
    const payer = await desk.buildPayer()
    const { out_trade_no: outTradeNo } = (await desk.topUp(payer, 5000)).data
    await desk.payQuietly(outTradeNo)
    await deliver(await control.writeNotify(outTradeNo))
    const { call: ask } = await buildStaff(app, { resellerId: payer.resellerId })
    const { data: shown, text } = await ask(payments.show, { paymentId: (await desk.payment(outTradeNo)).id })
    expect(shown.notifies).toHaveLength(1)
    expect(shown.notifies[0]).toMatchObject({ verdict: 'settled', times: 1 })
    expect(shown.notifies[0]!.fields).toContainEqual({ name: 'trade_status', value: 'TRADE_SUCCESS' })
    expect(text).not.toMatch(/sign|buyer_(?:id|logon|open)/)
  })
})

describe('the list', () => {
  test("payments to the reseller's own balance need the permission to read money", async () => {
    const { resellerId } = await desk.buildPayer()
    await desk.pay(null, { type: 'daili', daili_id: resellerId, amountFen: 20_000, captcha: makeCaptcha(config) })
    const owner = await buildStaff(app, { resellerId })
    const support = await buildStaff(app, { resellerId, role: 'support' })
    const { rows } = (await owner.call(payments.list, {})).data
    expect(rows.map(({ purpose, buyer }) => [purpose, buyer])).toEqual([['daili', null]])
    expect((await support.call(payments.list, {})).data.rows).toEqual([])
    expect((await support.call(payments.show, { paymentId: rows[0]!.paymentId })).code).toBe('object.unknown')
    expect((await support.call(payments.export, {})).data.rows).toBe(0)
  })
})
