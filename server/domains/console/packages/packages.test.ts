import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
checkBooksAfterEach(db)
const shop = openShop(made)
const { packages, priceLists } = consoleApi
const GB = 1024 ** 3
const PLAN = {
  kind: 'plan',
  name: '畅游',
  nameZhTw: '暢遊',
  nameEn: 'Roam',
  note: '',
  trafficBytes: 100 * GB,
  deviceLimit: 3,
  lineLimit: 5,
  speedClass: 'standard',
  stock: null,
} as const

const named = async (ask: Awaited<ReturnType<typeof buildStaff>>['call'], packageId: string) =>
  (await ask(packages.list, {})).data.rows.find((row) => row.packageId === packageId)!

test('a package is added with its prices, changed and taken off the list; users who have it keep it', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const prices = [{ period: 'month', wholesaleFen: 1000, suggestedRetailFen: 1900 }] as const
  const { packageId } = (await ask(packages.add, { ...PLAN, prices: [...prices] })).data
  expect(await named(ask, packageId)).toMatchObject({
    ...PLAN,
    isListed: true,
    periods: ['month'],
    sellers: 0,
    holders: 0,
  })
  const { rows } = (await ask(priceLists.entries, { listId: 0 })).data
  expect(rows.find((row) => row.packageId === packageId)).toMatchObject({
    wholesaleFen: 1000,
    suggestedRetailFen: 1900,
  })
  const { kind: _kind, ...fields } = PLAN
  const changed = { packageId, ...fields, name: '畅游 Plus', nameEn: '', stock: 5 }
  expect((await ask(packages.change, changed)).status).toBe(200)
  expect(await named(ask, packageId)).toMatchObject({ name: '畅游 Plus', nameZhTw: '暢遊', nameEn: null, stock: 5 })
  const notes = { note: '随处可用', noteZhTw: '', noteEn: ' Anywhere ' }
  expect((await ask(packages.change, { ...changed, ...notes })).status).toBe(200)
  expect(await named(ask, packageId)).toMatchObject({ note: '随处可用', noteZhTw: null, noteEn: 'Anywhere' })
  // A program written before notes had languages leaves them out.
  expect((await ask(packages.change, changed)).status).toBe(200)
  expect(await named(ask, packageId)).toMatchObject({ note: '', noteEn: 'Anywhere' })
  expect((await ask(packages.add, { ...PLAN, name: '畅游 Plus', prices: [] })).code).toBe('name.taken')
  const buyer = await shop.buildBuyer({ resellerId: 6801 })
  const sold = await buildPackage(db, { resellerId: 6801 })
  await shop.purchase(buyer, sold)
  await ask(packages.switch, { packageId: sold.wireId, on: false })
  expect(await named(ask, sold.wireId)).toMatchObject({ isListed: false, sellers: 1, holders: 1 })
  const shown = (await call(api.packages.list, {}, { token: buyer.token })).data.items
  expect(shown.map(({ id }) => id)).not.toContain(sold.wireId)
})

test('a wrong price also keeps the package from being added', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const pack = { ...PLAN, kind: 'pack', name: '加油包', deviceLimit: 0, lineLimit: 0 } as const
  const wrong = await ask(packages.add, { ...pack, prices: [{ period: 'month', wholesaleFen: 100 }] })
  expect(wrong.code).toBe('request.invalid')
  expect((await ask(packages.list, {})).data.rows.some(({ name }) => name === '加油包')).toBe(false)
  expect((await ask(packages.add, { ...pack, prices: [{ period: 'once', wholesaleFen: 100 }] })).status).toBe(200)
  const { call: half } = await buildStaff(made, { resellerId: null, permissions: ['packages.write'] })
  const priced = { ...pack, name: '小包', prices: [{ period: 'once' as const, wholesaleFen: 0 }] }
  expect((await half(packages.add, priced)).code).toBe('staff.forbidden')
  expect((await half(packages.add, { ...priced, prices: [] })).status).toBe(200)
})

test('one call saves the order of all packages, and users see it', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const [first, second] = [await buildPackage(db, { resellerId: 6802 }), await buildPackage(db, { resellerId: 6802 })]
  const order = async () => (await ask(packages.list, {})).data.rows.map(({ packageId }) => packageId)
  const before = await order()
  const wanted = [
    second!.wireId,
    first!.wireId,
    ...before.filter((id) => id !== first!.wireId && id !== second!.wireId),
  ]
  expect((await ask(packages.order, { packageIds: wanted.slice(1) })).code).toBe('object.unknown')
  expect((await ask(packages.order, { packageIds: [...wanted, '99999999'] })).code).toBe('object.unknown')
  expect(await order()).toEqual(before)
  expect((await ask(packages.order, { packageIds: wanted })).status).toBe(200)
  expect(await order()).toEqual(wanted)
  const buyer = await shop.buildBuyer({ resellerId: 6802 })
  const { items } = (await call(api.packages.list, {}, { token: buyer.token })).data
  expect(items.map(({ id }) => id)).toEqual([second!.wireId, first!.wireId])
})

test('a trial has a price on the list and a payer; a reseller gives it away or not, and no rule prices it', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const prices = [{ period: 'once' as const, wholesaleFen: 100 }]
  const trial = { days: 3, paidBy: 'reseller' as const }
  const { packageId } = (await ask(packages.add, { ...PLAN, name: '体验', trial, prices })).data
  expect(await named(ask, packageId)).toMatchObject({ trial, periods: ['once'], sellers: 0 })
  const entry = (await ask(priceLists.entries, { listId: 0 })).data.rows.find((row) => row.packageId === packageId)
  expect(entry).toMatchObject({ wholesaleFen: 100, trialDays: 3, trialPaidBy: 'reseller' })
  const { call: boss } = await buildStaff(made, { resellerId: 8801 })
  const { prices: own } = consoleApi
  const row = async () => (await boss(own.list, {})).data.rows.find((one) => one.packageId === packageId)
  expect(await row()).toMatchObject({ trialDays: 3, retailFen: null, isOn: false, sells: false })
  const name = { packageId, period: 'once' as const }
  expect((await boss(own.set, { changes: [{ ...name, retailFen: 500 }] })).code).toBe('package.not_for_sale')
  expect((await boss(own.switch, { ...name, on: true })).status).toBe(200)
  expect([(await row())?.isOn, (await named(ask, packageId)).sellers]).toEqual([true, 1])
  expect((await boss(own.preview, { percent: 10 })).data.rows.map((one) => one.packageId)).not.toContain(packageId)
  expect((await boss(consoleApi.cards.choices, {})).data.packages.map((one) => one.packageId)).not.toContain(packageId)
  expect((await boss(own.switch, { ...name, on: false })).status).toBe(200)
  expect((await row())?.isOn).toBe(false)
  const { kind: _kind, ...fields } = PLAN
  expect((await ask(packages.change, { packageId, ...fields, name: '体验', trial: null })).status).toBe(200)
  expect((await named(ask, packageId)).trial).toBeNull()
  const pack = { ...PLAN, kind: 'pack' as const, name: '包', deviceLimit: 0, lineLimit: 0 }
  expect((await ask(packages.add, { ...pack, trial, prices: [] })).status).toBe(400)
})
