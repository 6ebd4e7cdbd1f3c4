import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { findShownClients } from '../domains/clients/catalogue.ts'
import { buildSession } from '../test/build/build-session.ts'
import { staffCalls } from '../test/build/build-staff.ts'
import { buildAccount } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { findDemo } from './find-demo.ts'
import { seedSandbox } from './seed.ts'

const { call, db, config } = await makeApp()

test('every sandbox reseller sells three plans and a pack at its own prices; a second start changes nothing', async () => {
  await seedSandbox(db, config)
  await db.kysely.updateTable('packageOffers').set({ retailFen: 99_999 }).where('resellerId', '=', 65).execute()
  await seedSandbox(db, config)
  const monthly = new Map<number, number>()
  for (const resellerId of [0, 260, 228, 60, 65, 7]) {
    const token = await buildSession(db, await buildAccount(db, { resellerId }))
    const { items } = (await call(api.packages.list, {}, { token })).data
    expect(items.map(({ kind }) => kind)).toEqual(['plan', 'plan', 'plan', 'pack'])
    expect(items.every(({ recommended }) => !recommended)).toBe(true)
    monthly.set(resellerId, items[0]!.offers.find(({ period }) => period === 'month')!.priceFen)
  }
  expect(new Set(monthly.values()).size).toBe(6)
  expect(monthly.get(65)).toBe(99_999)
})

test('samples have names in every language', async () => {
  const { db, config, call } = await makeApp()
  await seedSandbox(db, config)
  const token = await buildSession(db, await buildAccount(db, { resellerId: 0 }))
  const asked = { token, headers: { 'accept-language': 'en' } }
  const { items } = (await call(api.packages.list, {}, asked)).data
  const nodes = (await call(api.lines.nodes, {}, asked)).data
  for (const { name } of [...items, ...nodes]) expect(name).toMatch(/^[\x20-\x7e·]+$/)
})

test('newcomers of two resellers are offered a free trial, which costs their reseller nothing', async () => {
  const { db, config, call } = await makeApp()
  await seedSandbox(db, config)
  for (const resellerId of [0, 260, 7]) {
    const email = `newcomer${resellerId}@mail.example`
    const token = await buildSession(db, await buildAccount(db, { resellerId, email }))
    const { trials } = (await call(api.packages.list, {}, { token })).data
    expect(trials.map(({ name, days }) => [name, days])).toEqual(resellerId === 7 ? [] : [['体验版', 3]])
    if (trials[0]) expect((await call(api.packages.trial, { packageId: trials[0].id }, { token })).status).toBe(200)
  }
})

test('a phone finds its client here: a small file stands in for it, once', async () => {
  const { db, config } = await makeApp()
  const android = async () =>
    (await findShownClients({ db, config }, 0))
      .find(({ id }) => id === 'clash-meta')!
      .places.find(({ system }) => system === 'android')!
  await seedSandbox(db, config)
  expect((await android()).file).toMatchObject({ name: 'stand-in.txt' })
  await db.kysely.deleteFrom('clientPlaces').execute()
  await seedSandbox(db, config)
  expect((await android()).file).toBeNull()
})

test('the monitor gets an account too, and production would not start beside it', async () => {
  await seedSandbox(db, config)
  const login = { userName: 'demo', passWord: 'yuxian-demo' }
  expect((await call(api.monitor.login, login)).status).toBe(200)
  expect(await findDemo(db)).toContain('the demo monitor')
  await db.kysely.updateTable('monitors').set({ disabledAt: new Date() }).execute()
  expect(await findDemo(db)).toEqual(['demo accounts', 'demo staff', 'demo nodes'])
})

test('the console gets an operator and an owner of 260, once; off loopback their password is random', async () => {
  const { db, config } = await makeApp()
  const made = await seedSandbox(db, config)
  expect(made.filter(({ isStaff }) => isStaff)).toEqual([
    { resellerId: null, userName: 'operator', password: 'yuxian-demo', isStaff: true },
    { resellerId: 260, userName: 'boss260', password: 'yuxian-demo', isStaff: true },
  ])
  expect(await seedSandbox(db, config)).toEqual([])
  const open = await makeApp({ HOST: '0.0.0.0' })
  const [operator] = (await seedSandbox(open.db, open.config)).filter(({ isStaff }) => isStaff)
  expect(operator!.password).toMatch(/^[\w-]{12}$/)
  const input = { name: 'operator', passWord: operator!.password }
  const { token } = await staffCalls(open.app, null).call(consoleApi.session.signIn, input)
  const page = staffCalls(open.app, token)
  expect((await page.call(consoleApi.session.show, {})).data.factor.required).toBe(true)
  expect((await page.call(consoleApi.staff.list, {})).code).toBe('staff.factor_required')
})
