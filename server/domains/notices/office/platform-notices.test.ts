import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const { platformNotices, told } = consoleApi
const TEXT = { title: '节点升级', body: '今晚 **两点** 开始。', en: { title: 'Upgrade', body: 'At **two**.' } }

beforeEach(() => clock.reset())

test('every reseller is told in its console; each member reads it once, in their language', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const [one, two, other] = [
    await buildStaff(made, { resellerId: 6990 }),
    await buildStaff(made, { resellerId: 6990, role: 'viewer' }),
    await buildStaff(made, { resellerId: 6991 }),
  ]
  const { id } = (await ask(platformNotices.publish, { to: 'resellers', ...TEXT })).data
  const unread = async (of: typeof one) =>
    (await of.call(told.list, {})).data.rows.filter(({ toldId }) => toldId === id)
  for (const member of [one, two, other]) expect(await unread(member)).toMatchObject([{ title: '节点升级' }])
  const english = { headers: { 'accept-language': 'en' } }
  expect((await one.call(told.list, {}, english)).data.rows[0]).toMatchObject({ title: 'Upgrade' })
  expect((await one.call(told.read, { toldId: id })).status).toBe(200)
  expect((await one.call(told.read, { toldId: id })).status).toBe(200)
  expect(await unread(one)).toEqual([])
  expect(await unread(two)).toHaveLength(1)
  const row = async () =>
    (await ask(platformNotices.list, {})).data.rows.find((each) => each.id === id && each.to === 'resellers')
  expect(await row()).toMatchObject({ state: 'live', readCount: 1 })
  await ask(platformNotices.withdraw, { to: 'resellers', id })
  expect(await unread(other)).toEqual([])
  expect(await row()).toMatchObject({ state: 'withdrawn' })
  expect((await other.call(told.read, { toldId: id })).code).toBe('object.unknown')
})

test('a scheduled notice appears at its time and disappears at its end', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const [at, until] = [60_000, 120_000].map((ms) => new Date(clock.now().getTime() + ms).toISOString())
  const wish = { to: 'resellers', ...TEXT, publishAt: at!, expiresAt: until! } as const
  const { id } = (await ask(platformNotices.publish, wish)).data
  const { call: member } = await buildStaff(made, { resellerId: 6992 })
  const sees = async () => (await member(told.list, {})).data.rows.some(({ toldId }) => toldId === id)
  expect(await sees()).toBe(false)
  clock.shift(61_000)
  expect(await sees()).toBe(true)
  clock.shift(60_000)
  expect(await sees()).toBe(false)
  expect((await ask(platformNotices.publish, { ...wish, publishAt: until!, expiresAt: at! })).status).toBe(400)
})

test('users of all resellers are told in their portal, and a reseller’s own notice cannot be withdrawn here', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const account = await buildAccount(db, { resellerId: 6993 })
  const token = await buildSession(db, account)
  const { id } = (await ask(platformNotices.publish, { to: 'users', ...TEXT })).data
  const seen = async () => (await call(api.notices.list, {}, { token })).text.includes('节点升级')
  expect(await seen()).toBe(true)
  const { call: boss } = await buildStaff(made, { resellerId: 6993 })
  const own = { title: '本店', body: '优惠', audience: { kind: 'all' as const }, isPinned: false }
  const { noticeId } = (await boss(consoleApi.notices.publish, own)).data
  expect((await ask(platformNotices.withdraw, { to: 'users', id: noticeId })).code).toBe('object.unknown')
  expect((await ask(platformNotices.withdraw, { to: 'users', id })).status).toBe(200)
  expect(await seen()).toBe(false)
  expect((await boss(platformNotices.publish, { to: 'users', ...TEXT })).code).toBe('staff.forbidden')
})
