import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { buildKey, keyCalls } from '../../test/build/build-key.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { setSuspended } from '../staff/team/set-suspended.ts'

const made = await makeApp()
const { app, db, config } = made
/** A second server process on the same database. */
const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
const { keys, users, user, staff, overview, audit, machine } = consoleApi
beforeEach(() => clock.reset())

const wish = {
  name: 'Shop bot',
  permissions: ['users.read', 'users.write'] as const,
  days: 30,
  networks: [],
  callsPerMinute: 60,
  dailyFen: 0,
} as const
const wanted = (change: Partial<Parameters<typeof makeInput>[0]> = {}) => makeInput(change)
function makeInput(change: {
  name?: string
  permissions?: readonly string[]
  days?: number | null
  networks?: readonly string[]
  dailyFen?: number
}) {
  return { ...wish, ...change } as never
}
/** The same call on both processes. */
async function onBoth(text: string, route: typeof users.list | typeof overview.guide, input: object, options = {}) {
  const answers = []
  for (const process of [made, second]) {
    answers.push(await keyCalls(process.app, text).call(route, input as never, options))
  }
  return answers.map(({ status, code }) => code ?? status)
}
let reseller = 8100
async function buildTeam() {
  const resellerId = (reseller += 1)
  await buildReseller(db, { id: resellerId })
  return { resellerId, owner: await buildStaff(made, { resellerId }) }
}

test('a key is shown once, opens what it was given, and nothing else', async () => {
  const { owner, resellerId } = await buildTeam()
  const { id: accountId } = await buildAccount(db, { resellerId })
  const shown = (await owner.call(keys.make, wanted())).data
  expect(shown.text).toMatch(/^yxk_[0-9a-f]{10}_[0-9a-f]{72}$/)
  const bot = keyCalls(app, shown.text)
  expect((await bot.call(users.list, {})).data.rows.map(({ id }) => id)).toEqual([accountId])
  expect((await bot.call(user.block, { id: accountId, reason: 'spam' })).status).toBe(200)
  expect((await bot.call(overview.show, {})).code).toBe('staff.forbidden')
  const [row] = (await owner.call(keys.list, {})).data.rows
  const short = shown.text.split('_')[1]!
  expect(row).toMatchObject({ id: shown.id, name: 'Shop bot', short, state: 'live', resting: 0, madeBy: owner.name })
  expect(row!.permissions.toSorted()).toEqual([...wish.permissions])
  expect(row!.usedAt).not.toBeNull()
  const written = (await owner.call(audit.list, { action: 'account.blocked' })).data.rows[0]!
  expect([written.actor, written.actorName]).toEqual([`key:${short}`, `Shop bot · ${short}`])
})

test('nobody makes a key that may more than they may, or what no key may', async () => {
  const { resellerId } = await buildTeam()
  const small = await buildStaff(made, { resellerId, permissions: ['keys.write', 'users.read'] })
  expect((await small.call(keys.make, wanted())).code).toBe('staff.forbidden')
  expect((await small.call(keys.make, wanted({ permissions: ['users.read'] }))).status).toBe(200)
  const { owner } = await buildTeam()
  for (const never of ['keys.write', 'staff.write', 'money.pay-out', 'withdrawals.decide', 'merchants.write']) {
    expect((await owner.call(keys.make, wanted({ permissions: [never] }))).code).toBe('request.invalid')
  }
  expect((await owner.call(keys.make, wanted({ permissions: ['nodes.read'] }))).code).toBe('staff.forbidden')
  const operator = await buildStaff(made, { resellerId: null })
  const answer = await operator.call(keys.make, wanted(), { reseller: resellerId })
  expect(answer.code, 'a team’s own members alone').toBe('staff.forbidden')
})

test('making, rotating and revoking asks for the factor again', async () => {
  const { owner } = await buildTeam()
  const { id } = (await owner.call(keys.make, wanted())).data
  clock.shift(11 * 60_000)
  const codes = []
  codes.push((await owner.call(keys.make, wanted())).code)
  codes.push((await owner.call(keys.rotate, { id, overlapMinutes: 0 })).code)
  codes.push((await owner.call(keys.revoke, { id })).code)
  expect(new Set(codes)).toEqual(new Set(['staff.step_up']))
})

test('cookie and key together are refused, and a key is no token of another door', async () => {
  const { owner, resellerId } = await buildTeam()
  const { headers, call } = await buildKey(made, { resellerId })
  expect((await owner.call(users.list, {}, { headers })).code).toBe('request.invalid')
  expect((await owner.call(user.block, { id: 1, reason: 'x' }, { headers })).status).toBe(400)
  expect((await made.call(api.accounts.info, { dailiKey: resellerId }, { headers })).status).toBe(401)
  expect((await made.call(api.monitor.alerts, {}, { headers })).status).toBe(401)
  const answer = await call(users.list, {})
  expect([answer.status, answer.response.headers['set-cookie']]).toEqual([200, undefined])
  // A program may keep cookies of other pages.
  const jar = { headers: { cookie: 'XSRF-TOKEN=abc' } }
  expect((await call(user.block, { id: 999_999, reason: 'x' }, jar)).code).toBe('object.unknown')
})

test('a key with one wrong sign, an unknown one and the short part alone open nothing', async () => {
  const { text, short } = await buildKey(made, { resellerId: 8101 })
  const other = text.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'))
  for (const wrong of [other, `yxk_${short}`, `yxk_${short}_`, text.slice(0, -8), text.toUpperCase()]) {
    expect((await keyCalls(app, wrong).call(users.list, {})).status).toBe(401)
  }
})

test('what was revoked or has expired is refused by the next call of every process', async () => {
  const { owner } = await buildTeam()
  const { id, text } = (await owner.call(keys.make, wanted())).data
  expect(await onBoth(text, users.list, {})).toEqual([200, 200])
  expect((await owner.call(keys.revoke, { id })).status).toBe(200)
  expect(await onBoth(text, users.list, {})).toEqual(['auth.required', 'auth.required'])
  expect((await owner.call(keys.rotate, { id, overlapMinutes: 60 })).code).toBe('key.ended')
  const brief = (await owner.call(keys.make, wanted({ days: 1 }))).data
  clock.shift(86_400_000)
  expect(await onBoth(brief.text, users.list, {})).toEqual(['auth.required', 'auth.required'])
})

test('a key ends with its maker and rests with the maker’s permissions', async () => {
  const { owner, resellerId } = await buildTeam()
  const colleague = await buildStaff(made, { resellerId })
  const { text, id } = (await colleague.call(keys.make, wanted())).data
  const role = (name: 'viewer' | 'owner') => owner.call(staff.changeRole, { id: colleague.staffId, role: { name } })
  expect((await role('viewer')).status).toBe(200)
  const block = () => keyCalls(second.app, text).call(user.block, { id: 1, reason: 'x' })
  expect((await block()).code).toBe('staff.forbidden')
  expect(await onBoth(text, users.list, {})).toEqual([200, 200])
  expect((await owner.call(keys.list, {})).data.rows[0]).toMatchObject({ permissions: ['users.read'], resting: 1 })
  await role('owner')
  expect((await block()).code).toBe('object.unknown')
  expect((await owner.call(staff.remove, { id: colleague.staffId })).status).toBe(200)
  expect(await onBoth(text, users.list, {})).toEqual(['auth.required', 'auth.required'])
  expect((await owner.call(keys.list, {})).data.rows[0]).toMatchObject({ state: 'maker_gone' })
  const mine = (await owner.call(keys.rotate, { id, overlapMinutes: 0 })).data
  expect(await onBoth(mine.text, users.list, {}), 'who rotates it answers for it').toEqual([200, 200])
})

test('two secrets are good while a key is rotated, for as long as chosen', async () => {
  const { owner } = await buildTeam()
  const first = (await owner.call(keys.make, wanted())).data
  const next = (await owner.call(keys.rotate, { id: first.id, overlapMinutes: 60 })).data
  expect(next.text.split('_')[1], 'the short part stays').toBe(first.text.split('_')[1])
  expect(await onBoth(first.text, users.list, {})).toEqual([200, 200])
  expect(await onBoth(next.text, users.list, {})).toEqual([200, 200])
  expect((await owner.call(keys.list, {})).data.rows[0]!.oldUntil).not.toBeNull()
  const last = (await owner.call(keys.rotate, { id: first.id, overlapMinutes: 60 })).data
  expect(await onBoth(first.text, users.list, {}), 'never three').toEqual(['auth.required', 'auth.required'])
  clock.shift(60 * 60_000)
  expect(await onBoth(next.text, users.list, {})).toEqual(['auth.required', 'auth.required'])
  expect(await onBoth(last.text, users.list, {})).toEqual([200, 200])
})

test('a key works only from its addresses, in every spelling', async () => {
  const { owner } = await buildTeam()
  const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8:5::/48']
  const { text } = (await owner.call(keys.make, wanted({ networks }))).data
  const from = (address: string) => onBoth(text, users.list, {}, { address })
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:5:1::9']) {
    expect([address, await from(address)]).toEqual([address, [200, 200]])
  }
  for (const address of ['203.0.114.9', '198.51.100.8', '2001:db8:6::1', '::1', '127.0.0.1']) {
    expect([address, await from(address)]).toEqual([address, ['key.address', 'key.address']])
  }
  expect((await owner.call(keys.list, {})).data.rows[0]!.networks).toEqual(networks)
  for (const wrong of ['203.0.113', '203.0.113.0/33', '203.0.113.0/0', '::/129', '1.2.3.4/5/6', '1.2.3.4/05', '::/']) {
    const answer = await owner.call(keys.make, wanted({ networks: ['203.0.113.7', wrong] }))
    expect([wrong, answer.status, answer.text]).toEqual([wrong, 400, expect.stringContaining('networks.1')])
  }
})

test('of a suspended reseller a key reads only', async () => {
  const { owner, resellerId } = await buildTeam()
  const { text } = (await owner.call(keys.make, wanted({ permissions: ['users.read', 'brand.write'] }))).data
  const step = { step: 'dismissed' }
  expect(await onBoth(text, overview.guide, step)).toEqual([200, 200])
  const suspend = (on: boolean) =>
    setSuspended({ db, now: clock.now() }, resellerId, { on, reason: on ? 'debt' : null }, 'operator:test')
  await suspend(true)
  expect(await onBoth(text, overview.guide, step)).toEqual(['reseller.suspended', 'reseller.suspended'])
  expect(await onBoth(text, users.list, {})).toEqual([200, 200])
  await suspend(false)
  expect(await onBoth(text, overview.guide, step)).toEqual([200, 200])
})

test('a key of the platform names the reseller; one of a reseller stays in its own', async () => {
  const { resellerId } = await buildTeam()
  const operator = await buildKey(made, { resellerId: null })
  expect((await operator.call(users.list, {}, { reseller: resellerId })).status).toBe(200)
  expect((await operator.call(users.list, {})).code).toBe('request.invalid')
  expect((await operator.call(machine.show, {})).status).toBe(200)
  const own = await buildKey(made, { resellerId })
  expect((await own.call(users.list, {}, { reseller: 8101 })).code).toBe('object.unknown')
  expect((await own.call(machine.show, {})).code).toBe('staff.forbidden')
})

test('a team has at most 50 live keys, even when two are made at once', async () => {
  const { owner, resellerId } = await buildTeam()
  const now = clock.now()
  await db.pool.query(
    `insert into api_keys (reseller_id, made_by, name, short, secret_hash, permissions, calls_per_minute, created_at)
     select $1, $2, 'bot', lpad(to_hex(n), 10, '0'), decode(repeat('00', 32), 'hex'), '{users.read}', 60, $3
       from generate_series(1, 49) n`,
    [resellerId, owner.staffId, now],
  )
  const answers = await Promise.all([1, 2, 3].map(() => owner.call(keys.make, wanted())))
  expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'key.too_many', 'key.too_many'])
})
