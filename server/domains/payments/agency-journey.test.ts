import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { makePayDesk } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { buyCardBatch } from '../cards/buy-card-batch.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const made = await makeCashierApp()
const { call, db, config } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)

test('a user becomes an agency that sells: pays the fee online, tops up, buys card keys, and a key is redeemed', async () => {
  const payer = await desk.buildPayer()
  const form = { name: '蓝鲸网络', contact: 'wx: blue-whale', payBy: 'online', key: randomUUID() } as const
  const { orderId, amountFen } = (await call(api.agencies.create, form, { token: payer.token })).data
  expect(amountFen).toBe(limits.agencyFeeFen)
  const fee = (await desk.pay(payer, { type: 'agency', orderId })).data
  await desk.payQuietly(fee.out_trade_no)
  expect((await desk.check(payer, fee.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'order' })
  const { agency } = (await call(api.agencies.own, {}, { token: payer.token })).data
  const resellerId = agency!.daili_id

  const captcha = makeCaptcha(config)
  const key = randomUUID()
  const paid = await desk.pay(null, { type: 'daili', daili_id: resellerId, amountFen: 20_000, captcha, key })
  expect(paid.status, paid.text).toBe(200)
  await desk.payQuietly(paid.data.out_trade_no)
  expect((await desk.check(null, paid.data.out_trade_no, key)).data.status).toBe('paid')
  expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId })).toBe(20_000)

  const wanted = { resellerId, kind: 'balance', packageId: null, value: 5000, count: 3, expiresAt: null } as const
  const { codes } = await buyCardBatch(
    { db, config, now: clock.now() },
    { ...wanted, key: randomUUID() },
    'operator:test',
  )
  const child = await desk.buildPayer(resellerId, false)
  expect((await call(api.cards.redeem, { code: codes[0]! }, { token: child.token })).status).toBe(200)
  expect(await desk.balanceFen(child)).toBe(5000)
  expect((await call(api.cards.redeem, { code: codes[1]! }, { token: payer.token })).code).toBe('card.unknown')
  expect((await desk.topUp(child, 1000)).code).toBe('pay.offline_only')
})
