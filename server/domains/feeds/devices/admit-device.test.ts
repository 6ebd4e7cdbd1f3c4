import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { openLineDesk, type LineUser } from '../../../test/build/line-desk.ts'
import { parseLineUri } from '../../../test/look/parse-uri.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { texts } from '../texts.ts'

const made = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { call, db, inject } = made
const desk = openLineDesk(made)
afterEach(() => clock.reset())
let asked = 0

async function buildUser(deviceLimit: number, resellerId = 0) {
  const user = await desk.buildUser({ resellerId })
  await desk.install(user, await desk.buildNode())
  await desk.confirm(user)
  await db.kysely.updateTable('subscriptions').set({ deviceLimit }).where('accountId', '=', user.account.id).execute()
  return user
}

const urlOf = async ({ token }: LineUser) => (await call(api.lines.list, {}, { token })).data.subscriptionUrl

/** Uses a new address for each call, because the limit is by address. */
async function fetchAs(url: string, hwid: string | null, method: 'GET' | 'HEAD' = 'GET', os = 'iOS') {
  asked += 1
  const { pathname, search } = new URL(url)
  const headers = { 'user-agent': 'Happ/3.4.1', ...(hwid === null ? {} : { 'x-hwid': hwid, 'x-device-os': os }) }
  const remoteAddress = `198.51.100.${(asked % 250) + 1}`
  const answer = await inject({ method, url: `${pathname}${search}`, headers, remoteAddress })
  expect(answer.statusCode).toBe(200)
  const [uri = ''] = Buffer.from(answer.body, 'base64').toString().split('\n')
  return { headers: answer.headers, name: uri === '' ? '' : decodeURIComponent(uri.split('#')[1]!), uri }
}

const FULL = texts['zh-CN'].reasons.devices
const device = (at: number) => `device-id-number-${at}`
const rowsOf = ({ account }: LineUser) =>
  db.kysely.selectFrom('feedHwids').selectAll().where('accountId', '=', account.id).execute()

test('as many named devices get the lines as the plan allows; one more reads why, and the others stay', async () => {
  const user = await buildUser(2)
  const url = await urlOf(user)
  for (const at of [1, 2, 1]) {
    const { uri, headers } = await fetchAs(url, device(at))
    expect(parseLineUri(uri).protocol).toBe('vless')
    expect(headers['x-hwid-active']).toBe('true')
    expect(headers['x-hwid-max-devices-reached']).toBeUndefined()
  }
  const third = await fetchAs(url, device(3))
  expect(third.name).toBe(FULL)
  expect(third.headers).toMatchObject({ 'x-hwid-limit': 'true', 'x-hwid-max-devices-reached': 'true' })
  expect((await fetchAs(url, device(2))).name).not.toBe(FULL)
  // Only hashes are kept.
  expect(JSON.stringify(await rowsOf(user))).not.toContain('device-id')
})

test('clients that name no device, plans without a limit and odd names are not held to it', async () => {
  const limited = await urlOf(await buildUser(1))
  await fetchAs(limited, device(1))
  for (const hwid of [null, 'short', 'x'.repeat(65), 'with space in it']) {
    const { name, headers } = await fetchAs(limited, hwid)
    expect([hwid, name === FULL, headers['x-hwid-active']]).toEqual([hwid, false, undefined])
  }
  const free = await buildUser(0)
  for (const at of [1, 2, 3]) expect((await fetchAs(await urlOf(free), device(at))).name).not.toBe(FULL)
  expect(await rowsOf(free)).toEqual([])
})

test('asking only for the headers takes no place', async () => {
  const user = await buildUser(1)
  await fetchAs(await urlOf(user), device(1), 'HEAD')
  expect(await rowsOf(user)).toEqual([])
})

test('a place is free again after a week without its device, and at once when the address is reset', async () => {
  const user = await buildUser(1)
  const url = await urlOf(user)
  await fetchAs(url, device(1))
  clock.shift(6 * 86_400_000)
  expect((await fetchAs(url, device(2))).name).toBe(FULL)
  clock.shift(2 * 86_400_000)
  expect((await fetchAs(url, device(2))).name).not.toBe(FULL)
  expect((await fetchAs(url, device(1))).name).toBe(FULL)
  clock.reset()
  await call(api.lines.resetSub, {}, { token: user.token })
  expect((await fetchAs(await urlOf(user), device(1))).name).not.toBe(FULL)
})

test('of twenty devices at once as many get in as the plan allows', async () => {
  const user = await buildUser(3)
  const url = await urlOf(user)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => fetchAs(url, device(at))))
  expect(answers.filter(({ name }) => name !== FULL)).toHaveLength(3)
  expect(await rowsOf(user)).toHaveLength(3)
})

const namedOf = async ({ token }: LineUser) => (await call(api.lines.devices, {}, { token })).data.named
const forget = ({ token }: LineUser, id: string) => call(api.lines.forgetDevice, { id }, { token })

test('a user sees the named devices and gives the place of one to another; nobody else can', async () => {
  const [user, other] = [await buildUser(2), await buildUser(2)]
  const url = await urlOf(user)
  await fetchAs(url, device(1))
  clock.shift(60_000)
  await fetchAs(url, device(2), 'GET', 'Windows')
  const named = await namedOf(user)
  expect(named).toMatchObject([
    { client: 'Happ', system: 'windows' },
    { client: 'Happ', system: 'ios' },
  ])
  expect(await namedOf(other)).toEqual([])
  const old = named[1]!
  expect((await fetchAs(url, device(3))).name).toBe(FULL)
  for (const id of [old.id, 'ab'.repeat(32)]) expect((await forget(other, id)).code).toBe('object.unknown')
  expect((await fetchAs(url, device(3))).name).toBe(FULL)
  expect((await forget(user, old.id)).status).toBe(200)
  expect((await fetchAs(url, device(3))).name, 'has the free place').not.toBe(FULL)
  expect((await fetchAs(url, device(1))).name, 'comes too late').toBe(FULL)
  expect((await forget(user, old.id)).code, 'a second time').toBe('object.unknown')
  expect(await namedOf(user)).toHaveLength(2)
})

test('a device without a place is no longer listed, and a name says nothing that its client chose', async () => {
  const user = await buildUser(2)
  const url = await urlOf(user)
  await fetchAs(url, device(1), 'GET', '<b>My phone</b>')
  expect(await namedOf(user)).toMatchObject([{ client: 'Happ', system: null }])
  clock.shift(8 * 86_400_000)
  // The session has ended meanwhile.
  expect(await namedOf({ ...user, token: await buildSession(db, user.account) })).toEqual([])
})

test('staff see a user’s named devices without what identifies them, and those of no other reseller', async () => {
  const user = await buildUser(2, 260)
  await fetchAs(await urlOf(user), device(1))
  const { id } = user.account
  const staff = await buildStaff(made, { resellerId: 260, role: 'viewer', withTotp: true })
  const neighbour = await buildStaff(made, { resellerId: 261, withTotp: true })
  const { data, text } = await staff.call(consoleApi.user.show, { id })
  expect(data.namedDevices).toEqual([{ client: 'Happ', system: 'ios', seenAt: expect.any(String) }])
  expect(text).not.toContain((await namedOf(user))[0]!.id)
  expect((await neighbour.call(consoleApi.user.show, { id })).code).toBe('object.unknown')
})
