import { beforeEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { findListEntries } from '../../catalogue/prices/price-lists.ts'
import { setRetail } from '../../catalogue/prices/set-retail.ts'

const made = await makeApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
const { db, config } = made
checkBooksAfterEach(db)
const { priceLists } = consoleApi
let nextReseller = 6700

beforeEach(() => clock.reset())

type App = Pick<typeof made, 'db' | 'config'>
const run = (name: 'packages.apply_prices' | 'orders.tell_prices', app: App = made) =>
  jobs[name]({ ...app, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})

/** A new price list with one package, and resellers on it with these retail prices. */
async function buildList(retails: Record<string, number>) {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const name = `List ${nextReseller}`
  const { listId } = (await ask(priceLists.add, { name })).data
  const plan = await buildPackage(db, { prices: {} })
  const entry = { packageId: plan.wireId, period: 'month' as const }
  const first = { ...entry, wholesaleFen: 1000, suggestedRetailFen: 1800 }
  expect((await ask(priceLists.set, { listId, entries: [first] })).status).toBe(200)
  const ids: Record<string, number> = {}
  for (const [title, retailFen] of Object.entries(retails)) {
    const resellerId = (ids[title] = nextReseller += 1)
    await buildReseller(db, { id: resellerId, title })
    expect((await ask(priceLists.assign, { resellerId, listId })).data).toEqual({
      from: null,
      isReached: false,
      dearer: [],
    })
    await setRetail({ db, now: clock.now() }, resellerId, [{ ...entry, packageId: plan.id, retailFen }], 'staff:1')
  }
  const price = async () => (await findListEntries({ db }, listId))[0]!
  return { ask, listId, name, entry, ids, price, plan }
}

test('a reseller that would sell below cost is named with its price before anything is saved', async () => {
  const { ask, listId, entry, ids, price } = await buildList({ Crane: 1500, Heron: 1550, Stork: 2000 })
  const change = { listId, entries: [{ ...entry, wholesaleFen: 1600 }] }
  const week = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString()
  const { data } = await ask(priceLists.preview, change)
  expect(data.changes).toEqual([{ ...entry, nowFen: 1000, newFen: 1600, from: expect.any(String) }])
  expect(data.changes[0]!.from! >= week).toBe(true)
  expect(data.sellers).toBe(3)
  expect(data.below.map(({ resellerId, title, retailFen }) => [resellerId, title, retailFen])).toEqual([
    [ids['Crane'], 'Crane', 1500],
    [ids['Heron'], 'Heron', 1550],
  ])
  expect(await price()).toMatchObject({ wholesaleFen: 1000, nextWholesaleFen: null })
  const saved = (await ask(priceLists.set, change)).data
  expect(saved.below).toHaveLength(2)
  expect(await price()).toMatchObject({ wholesaleFen: 1000, nextWholesaleFen: 1600, nextFrom: expect.any(Date) })
  expect((await ask(priceLists.entries, { listId })).data.rows).toMatchObject([
    { ...entry, wholesaleFen: 1000, suggestedRetailFen: 1800, nextWholesaleFen: 1600 },
  ])
})

test('before a rise is saved, only the resellers that its mail does not reach are named', async () => {
  const { ask, listId, entry, ids } = await buildList({ Grebe: 1500, Plover: 1500, Curlew: 1500 })
  await buildStaff(made, { resellerId: ids['Plover']!, role: 'manager', email: 'boss@plover.example' })
  // Prices do not concern a viewer, so this member is not mailed.
  await buildStaff(made, { resellerId: ids['Curlew']!, role: 'viewer', email: 'v@curlew.example' })
  const unreached = async (wholesaleFen: number) =>
    (await ask(priceLists.preview, { listId, entries: [{ ...entry, wholesaleFen }] })).data.unreached
  expect(await unreached(1100)).toEqual([
    { resellerId: ids['Grebe'], title: 'Grebe' },
    { resellerId: ids['Curlew'], title: 'Curlew' },
  ])
  // A lower price is mailed to nobody.
  expect(await unreached(900)).toEqual([])
  const { ask: other, listId: dearer, entry: same } = await buildList({ Dunlin: 9000 })
  await other(priceLists.set, { listId: dearer, entries: [{ ...same, wholesaleFen: 5000 }] })
  const assign = async (title: string) =>
    (await ask(priceLists.previewAssign, { resellerId: ids[title]!, listId: dearer })).data.isReached
  expect([await assign('Plover'), await assign('Grebe')]).toEqual([true, false])
})

test('a scheduled change applies at its minute, once with two processes; a lower price applies at once', async () => {
  const { ask, listId, entry, price, plan } = await buildList({ Egret: 1500, Ibis: 2000 })
  const from = new Date(clock.now().getTime() + 10 * DAY_MS)
  const rise = { listId, entries: [{ ...entry, wholesaleFen: 1700 }], from: from.toISOString() }
  const [planned] = (await ask(priceLists.set, rise)).data.changes
  expect(planned!.from).toBe(from.toISOString())
  await run('orders.tell_prices')
  const second = await makeApp({
    DATABASE_URL: config.databaseUrl!,
    SECRET_KEY: 'another process of the same kind, long',
  })
  const both = () => Promise.all([run('packages.apply_prices'), run('packages.apply_prices', second)])
  clock.shift(from.getTime() - clock.now().getTime() - 60_000)
  await both()
  expect(await price()).toMatchObject({ wholesaleFen: 1000, nextWholesaleFen: 1700 })
  clock.shift(60_000)
  await both()
  expect(await price()).toMatchObject({ wholesaleFen: 1700, nextWholesaleFen: null })
  const applied = db.kysely.selectFrom('auditLog').select('id').where('action', '=', 'wholesale.applied')
  expect(await applied.where('subject', '=', `package:${plan.id}`).execute()).toHaveLength(1)
  // Hours have passed, so the session from the beginning of the test is over.
  const { call: later } = await buildStaff(made, { resellerId: null })
  expect((await later(priceLists.set, { listId, entries: [{ ...entry, wholesaleFen: 900 }] })).data.changes).toEqual([
    { ...entry, nowFen: 1700, newFen: 900, from: null },
  ])
  expect(await price()).toMatchObject({ wholesaleFen: 900 })
})

test('a rise takes at least a week, and setting the current price cancels it', async () => {
  const { ask, listId, entry, price } = await buildList({ Rail: 1500 })
  const soon = new Date(clock.now().getTime() + DAY_MS).toISOString()
  const { data } = await ask(priceLists.set, { listId, entries: [{ ...entry, wholesaleFen: 1100 }], from: soon })
  expect(new Date(data.changes[0]!.from!).getTime() - clock.now().getTime()).toBeGreaterThan(7 * DAY_MS - 60_000)
  await ask(priceLists.set, { listId, entries: [{ ...entry, wholesaleFen: 1000 }] })
  expect(await price()).toMatchObject({ wholesaleFen: 1000, nextWholesaleFen: null, nextFrom: null })
  const far = new Date(clock.now().getTime() + 400 * DAY_MS).toISOString()
  const late = await ask(priceLists.set, { listId, entries: [{ ...entry, wholesaleFen: 1100 }], from: far })
  expect(late.status).toBe(400)
})

test('a reseller’s own price can be set and removed while the others keep the list', async () => {
  const { ask, listId, name, entry, ids } = await buildList({ Coot: 1500, Teal: 1500 })
  const [coot, teal] = [ids['Coot']!, ids['Teal']!]
  const own = async (resellerId: number) =>
    (await ask(priceLists.own, { resellerId })).data.rows.find(({ packageId }) => packageId === entry.packageId)
  await ask(priceLists.set, { resellerId: coot, entries: [{ ...entry, wholesaleFen: 700 }] })
  expect(await own(coot)).toMatchObject({ wholesaleFen: 700, isOwn: true, retailFen: 1500 })
  expect(await own(teal)).toMatchObject({ wholesaleFen: 1000, isOwn: false })
  const { rows, count } = (await ask(priceLists.resellers, { listId })).data
  expect(count).toBe(2)
  expect(rows).toMatchObject([
    { resellerId: coot, title: 'Coot', listName: name, ownPrices: 1 },
    { resellerId: teal, ownPrices: 0 },
  ])
  expect((await ask(priceLists.resellers, { search: 'eal', listId })).data.rows).toHaveLength(1)
  // Going back to the list is dearer, so it waits like any rise.
  const back = await ask(priceLists.set, { resellerId: coot, entries: [{ ...entry, wholesaleFen: null }] })
  expect(back.data.changes).toMatchObject([{ nowFen: 700, newFen: 1000, from: expect.any(String) }])
  expect(await own(coot)).toMatchObject({ wholesaleFen: 700, nextWholesaleFen: 1000 })
})

test('another list is previewed before it is assigned, and what becomes dearer waits a week', async () => {
  const { ask, listId, entry, ids } = await buildList({ Smew: 1500 })
  const resellerId = ids['Smew']!
  const { listId: dear } = (await ask(priceLists.add, { name: `Dear ${listId}`, copyOf: listId })).data
  await ask(priceLists.set, { listId: dear, entries: [{ ...entry, wholesaleFen: 1200 }] })
  // Nobody is on the copy, yet a rise on it waits like any other: the copy begins with the price of the original.
  expect((await ask(priceLists.previewAssign, { resellerId, listId: dear })).data).toEqual({
    from: null,
    isReached: false,
    dearer: [],
  })
  const { listId: bare } = (await ask(priceLists.add, { name: `Bare ${listId}` })).data
  const seen = (await ask(priceLists.previewAssign, { resellerId, listId: bare })).data
  expect(seen).toMatchObject({ from: expect.any(String), dearer: [{ ...entry, nowFen: 1000, newFen: null }] })
  expect((await ask(priceLists.resellers, { listId })).data.rows).toMatchObject([{ nextListName: null }])
  await ask(priceLists.assign, { resellerId, listId: bare })
  expect((await ask(priceLists.resellers, { listId })).data.rows).toMatchObject([{ nextListName: `Bare ${listId}` }])
})

test('refuses nonsense and leaves everything as it was', async () => {
  const { ask, listId, name, entry, ids, price } = await buildList({ Pochard: 1500 })
  const entries = [{ ...entry, wholesaleFen: 900 }]
  expect((await ask(priceLists.set, { entries })).status).toBe(400)
  expect((await ask(priceLists.set, { listId, resellerId: ids['Pochard']!, entries })).status).toBe(400)
  expect((await ask(priceLists.set, { listId: 999_999, entries })).code).toBe('object.unknown')
  expect((await ask(priceLists.set, { resellerId: 999_999, entries })).code).toBe('reseller.unknown')
  expect((await ask(priceLists.entries, { listId: 999_999 })).code).toBe('object.unknown')
  expect((await ask(priceLists.set, { listId, entries: [{ ...entry, wholesaleFen: null }] })).status).toBe(400)
  const bad = [...entries, { ...entry, packageId: '99999999', wholesaleFen: 5 }]
  expect((await ask(priceLists.set, { listId, entries: bad })).code).toBe('object.unknown')
  expect((await ask(priceLists.add, { name })).code).toBe('name.taken')
  const { listId: other } = (await ask(priceLists.add, { name: `${name} again` })).data
  expect((await ask(priceLists.rename, { listId: other, name })).code).toBe('name.taken')
  expect((await ask(priceLists.rename, { listId: 999_999, name: 'x' })).code).toBe('object.unknown')
  expect((await ask(priceLists.rename, { listId: other, name: ' ' })).code).toBe('request.invalid')
  expect((await ask(priceLists.rename, { listId: other, name: `${name} for friends` })).status).toBe(200)
  const names = (await ask(priceLists.list, {})).data.rows.map((row) => row.name)
  expect(names).toEqual(expect.arrayContaining([name, `${name} for friends`]))
  const atOnce = [1, 2, 3].map(() => ask(priceLists.add, { name: `${name} at once` }))
  const named = [ask(priceLists.rename, { listId: other, name: `${name} at once` }), ...atOnce]
  const statuses = (await Promise.all(named)).map(({ status }) => status)
  expect(statuses.sort(), 'one of them has the name').toEqual([200, 409, 409, 409])
  expect((await ask(priceLists.removeEntry, { listId, ...entry })).code).toBe('price_list.in_use')
  expect(await price()).toMatchObject({ wholesaleFen: 1000 })
})
