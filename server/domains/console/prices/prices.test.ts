import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const app = await makeApp()
const { db, call } = app
checkBooksAfterEach(db)
const shop = openShop(app)
const { prices } = consoleApi

test('retail prices are set one by one; below wholesale, this exact pair of prices must be confirmed', async () => {
  const resellerId = 6201
  const { wireId: packageId } = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  const { call: ask } = await buildStaff(app, { resellerId })
  const price = async () => (await ask(prices.list, {})).data.rows.find((row) => row.packageId === packageId)!
  expect(await price()).toMatchObject({ wholesaleFen: 1500, retailFen: 3000, sells: true })
  const change = { packageId, period: 'month', retailFen: 1400 } as const
  const refused = await ask(prices.set, { changes: [change] })
  expect([refused.status, refused.code]).toEqual([409, 'offer.below_wholesale'])
  const stale = { ...change, confirm: { retailFen: 1400, wholesaleFen: 1499 } }
  expect((await ask(prices.set, { changes: [stale] })).code).toBe('offer.below_wholesale')
  expect((await price()).retailFen).toBe(3000)
  const meant = { ...change, confirm: { retailFen: 1400, wholesaleFen: 1500 } }
  expect((await ask(prices.set, { changes: [meant] })).status).toBe(200)
  expect(await price()).toMatchObject({ retailFen: 1400, sells: true })
  await ask(prices.switch, { packageId, period: 'month', on: false })
  expect(await price()).toMatchObject({ isOn: false, sells: false })
  const buyer = await shop.buildBuyer({ resellerId })
  const { items } = (await call(api.packages.list, {}, { token: buyer.token })).data
  expect(items.map(({ id }) => id)).not.toContain(packageId)
})

test('a package that only another reseller may sell is answered like an unknown one', async () => {
  const theirs = (await buildPackage(db, { resellerId: 6298 })).wireId
  const { call: ask } = await buildStaff(app, { resellerId: 6299 })
  const answers = []
  for (const packageId of [theirs, '999999999']) {
    const set = await ask(prices.set, { changes: [{ packageId, period: 'month', retailFen: 9000 }] })
    const coupon = await ask(prices.addCoupon, { code: 'THEIRS', percent: 10, packageId })
    answers.push([set.code, coupon.code])
  }
  expect(answers).toEqual([
    ['object.unknown', 'object.unknown'],
    ['object.unknown', 'object.unknown'],
  ])
})

test('a rule is previewed before it applies, and applies completely or not at all', async () => {
  const resellerId = 6202
  const plan = await buildPackage(db, {
    resellerId,
    prices: { month: { retailFen: 3000, wholesaleFen: 1010 }, year: { retailFen: 9000, wholesaleFen: 8000 } },
  })
  const { call: ask } = await buildStaff(app, { resellerId })
  const mine = <R extends { packageId: string }>(rows: R[]) => rows.filter((row) => row.packageId === plan.wireId)
  const seen = mine((await ask(prices.preview, { percent: 20, ending: 90 })).data.rows)
  expect(seen.map(({ newRetailFen }) => newRetailFen)).toEqual([1290, 9690])
  expect((await ask(prices.preview, {})).code).toBe('request.invalid')
  expect(mine((await ask(prices.list, {})).data.rows).map(({ retailFen }) => retailFen)).toEqual([3000, 9000])
  const changes = seen.map(({ packageId, period, newRetailFen }) => ({ packageId, period, retailFen: newRetailFen }))
  const bad = [...changes, { packageId: '999999', period: 'month' as const, retailFen: 100 }]
  expect((await ask(prices.set, { changes: bad })).status).toBe(422)
  expect(mine((await ask(prices.list, {})).data.rows).map(({ retailFen }) => retailFen)).toEqual([3000, 9000])
  await ask(prices.set, { changes })
  expect(mine((await ask(prices.list, {})).data.rows).map(({ retailFen }) => retailFen)).toEqual([1290, 9690])
})

test('a coupon shows how often it was used and what it cost', async () => {
  const resellerId = 6203
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  await fundReseller(db, resellerId, 10_000)
  const { call: ask } = await buildStaff(app, { resellerId })
  const coupons = async (all = false) => (await ask(prices.coupons, { all })).data.rows
  expect((await ask(prices.addCoupon, { code: 'spring-10', percent: 10, usesMax: 5 })).status).toBe(200)
  expect((await ask(prices.addCoupon, { code: 'SPRING-10', percent: 20 })).code).toBe('request.invalid')
  expect((await ask(prices.addCoupon, { code: 'mine', percent: 5, userName: 'nobody-here' })).code).toBe(
    'object.unknown',
  )
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan, { coupon: 'SPRING-10' })
  expect(await coupons()).toMatchObject([{ code: 'SPRING-10', uses: 1, costFen: 300, usesMax: 5 }])
  await ask(prices.endCoupon, { code: 'SPRING-10' })
  expect(await coupons()).toEqual([])
  expect(await coupons(true)).toHaveLength(1)
  expect((await ask(prices.endCoupon, { code: 'NOTHERE' })).code).toBe('coupon.unknown')
})

test('staff who may not read prices see none, and staff who may not write them set none', async () => {
  const resellerId = 6204
  const { wireId: packageId } = await buildPackage(db, { resellerId })
  const support = await buildStaff(app, { resellerId, role: 'support' })
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  expect((await support.call(prices.list, {})).code).toBe('staff.forbidden')
  expect((await support.call(prices.coupons, {})).code).toBe('staff.forbidden')
  expect((await viewer.call(prices.list, {})).status).toBe(200)
  const changes = [{ packageId, period: 'month' as const, retailFen: 5000 }]
  expect((await viewer.call(prices.set, { changes })).code).toBe('staff.forbidden')
})
