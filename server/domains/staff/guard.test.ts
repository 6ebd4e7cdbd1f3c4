import { beforeAll, expect, test } from 'vitest'

import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { Done, Nothing } from '../../../contract/fields.ts'
import { builtInRoles, type Permission } from '../../../contract/permissions.ts'
import { route } from '../../../contract/route.ts'
import { clock } from '../../platform/clock.ts'
import { may } from '../../platform/context.ts'
import { bind, registerRoutes } from '../../platform/http/bind.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { buildStaff, staffCalls } from '../../test/build/build-staff.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { auditLook } from '../audit/audit.ts'
import { makeAuthenticateStaff } from './authenticate-staff.ts'
import { noteRefusal } from './note-refusal.ts'

const made = await makeApp()
const { db } = made
const base = { summary: '', input: Nothing, output: Done, access: 'staff' } as const
const seen: (number | null)[] = []
const note = (ctx: { resellerId: number | null }) => {
  seen.push(ctx.resellerId)
  return {}
}
const read = route('GET /api/console/t/read', { ...base, permission: 'users.read' })
const change = route('POST /api/console/t/change', { ...base, permission: 'users.write' })
const decide = route('POST /api/console/t/decide', {
  ...base,
  permission: 'withdrawals.decide',
  whenSuspended: true,
})
const pay = route('POST /api/console/t/pay', { ...base, permission: 'money.pay-out', stepUp: true })
const platform = route('GET /api/console/t/platform', {
  ...base,
  permission: 'resellers.read',
  scope: 'platform',
})
const any = route('GET /api/console/t/any', { ...base, permission: 'users.read', scope: 'any' })
const poll = route('GET /api/console/t/poll', { ...base, permission: 'users.read', polls: true })
const own = route('POST /api/console/t/own', { ...base, permission: 'own', scope: 'any' })
const look = route('GET /api/console/t/look', { ...base, permission: 'users.read' })

const app = await createHttpServer(made.config, createLog('silent'))
registerRoutes(
  app,
  [
    bind(read, note),
    bind(change, note),
    bind(decide, note),
    bind(pay, note),
    bind(platform, note),
    bind(any, note),
    bind(poll, note),
    bind(own, note),
    bind(look, async (ctx) => {
      await auditLook(ctx, 'user.opened', 'account:7', { email: may(ctx, 'users.private') })
      return {}
    }),
  ],
  {
    db,
    config: made.config,
    authenticateUser: async () => null,
    authenticateNode: async () => ({ kind: 'node', nodeId: 1 }),
    authenticateMonitor: async () => null,
    authenticateStaff: makeAuthenticateStaff(db),
    authenticateKey: async () => null,
    noteRefusal,
  },
)
const staff = (wanted: Parameters<typeof buildStaff>[1]) => buildStaff({ ...made, app }, wanted)

beforeAll(async () => {
  await staff({ resellerId: 260 })
  await staff({ resellerId: 261 })
})

test("a reseller's staff work in their own office, and naming another reseller looks like naming none", async () => {
  const { call } = await staff({ resellerId: 260 })
  expect((await call(read, {})).status).toBe(200)
  expect((await call(read, {}, { reseller: 260 })).status).toBe(200)
  expect(seen.splice(0)).toEqual([260, 260])
  const refused = await Promise.all(
    [261, 999_999, 0, 'x', '260.0', '0260'].map((reseller) => call(read, {}, { reseller })),
  )
  expect(new Set(refused.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(refused[0]!.code).toBe('object.unknown')
  expect((await call(platform, {})).code).toBe('staff.forbidden')
  expect(seen).toEqual([])
})

test('platform staff name the reseller if they may enter it; key 0 is theirs', async () => {
  const operator = await staff({ resellerId: null, role: 'manager' })
  expect((await operator.call(read, {}, { reseller: 261 })).status).toBe(200)
  expect((await operator.call(any, {})).status).toBe(200)
  expect((await operator.call(platform, {}, { reseller: 261 })).status).toBe(200)
  expect(seen.splice(0)).toEqual([261, null, null])
  expect((await operator.call(read, {})).code).toBe('request.invalid')
  expect((await operator.call(read, {}, { reseller: 999_999 })).code).toBe('object.unknown')
  const finance = await staff({ resellerId: null, role: 'finance' })
  expect((await finance.call(read, {}, { reseller: 261 })).code).toBe('staff.forbidden')
  await made.db.kysely
    .insertInto('resellers')
    .values({ id: 0 })
    .onConflict((oc) => oc.doNothing())
    .execute()
  expect((await finance.call(read, {}, { reseller: 0 })).status).toBe(200)
  seen.splice(0)
})

test('refuses what the role does not allow', async () => {
  const { call } = await staff({ resellerId: 260, role: 'support' })
  expect((await call(read, {})).status).toBe(200)
  expect((await call(change, {})).code).toBe('staff.forbidden')
})

test('a suspended reseller can read, decide withdrawals and manage its own account, nothing else', async () => {
  const { call } = await staff({ resellerId: 262 })
  const suspend = (suspendedAt: Date | null) =>
    db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', 262).execute()
  await suspend(clock.now())
  const codes = []
  for (const asked of [read, decide, own, change, pay]) codes.push((await call(asked, {})).code)
  expect(codes).toEqual([null, null, null, 'reseller.suspended', 'reseller.suspended'])
  const operator = await staff({ resellerId: null })
  expect((await operator.call(change, {}, { reseller: 262 })).status).toBe(200)
  await suspend(null)
  expect((await call(change, {})).status).toBe(200)
})

test('a proof counts for ten minutes', async () => {
  const { call } = await staff({ resellerId: 260 })
  clock.shift(staffLimits.proofMs - 1000)
  expect((await call(pay, {})).status).toBe(200)
  clock.shift(1000)
  expect((await call(pay, {})).code).toBe('staff.step_up')
  expect((await call(change, {})).status).toBe(200)
  clock.reset()
})

test('polling gets answers but does not keep a session alive', async () => {
  const { call } = await staff({ resellerId: 260 })
  const step = staffLimits.idleMs / 3
  for (const status of [200, 200, 401]) {
    clock.shift(step)
    expect((await call(poll, {})).status).toBe(status)
  }
  clock.reset()
})

test('without the required factor only the calls that set one are open', async () => {
  const strict = await createHttpServer({ ...made.config, mode: 'production' }, createLog('silent'))
  const config = { ...made.config, mode: 'production' as const }
  const deps = {
    db,
    config,
    authenticateUser: async () => null,
    authenticateNode: async () => ({ kind: 'node' as const, nodeId: 1 }),
    authenticateMonitor: async () => null,
    authenticateStaff: makeAuthenticateStaff(db),
    authenticateKey: async () => null,
    noteRefusal,
  }
  const setting = route('POST /api/console/t/setting', { ...own, withoutFactor: true })
  registerRoutes(strict, [bind(read, note), bind(own, note), bind(setting, note)], deps)
  const bare = await staff({ resellerId: 260 })
  const page = staffCalls(strict, bare.token)
  expect((await page.call(read, {})).code).toBe('staff.factor_required')
  expect((await page.call(own, {})).code).toBe('staff.factor_required')
  expect((await page.call(setting, {})).status).toBe(200)
  const safe = await staff({ resellerId: 260, withTotp: true })
  expect((await staffCalls(strict, safe.token).call(read, {})).status).toBe(200)
})

test('each look is one audit row with the actor, the subject and the address', async () => {
  const { call, staffId } = await staff({ resellerId: 260, role: 'viewer', withTotp: true })
  await call(look, {}, { address: '192.0.2.77' })
  const rows = await db.kysely
    .selectFrom('auditLog as l')
    .innerJoin('auditAddresses as a', 'a.auditId', 'l.id')
    .select(['l.resellerId', 'l.actor', 'l.action', 'l.subject', 'l.detail', 'a.address'])
    .where('l.action', '=', 'user.opened')
    .execute()
  const words = { resellerId: 260, actor: `staff:${staffId}`, action: 'user.opened', subject: 'account:7' }
  expect(rows).toEqual([{ ...words, detail: { email: false }, address: '192.0.2.77' }])
})

test('every built-in role passes exactly where its set says', async () => {
  const roles = Object.keys(builtInRoles.reseller) as (keyof typeof builtInRoles.reseller)[]
  for (const role of roles) {
    const { call } = await staff({ resellerId: 260, role })
    for (const asked of [read, change, decide, pay]) {
      const isAllowed = builtInRoles.reseller[role].has(asked.permission as Permission)
      expect([role, asked.path, (await call(asked, {})).status]).toEqual([role, asked.path, isAllowed ? 200 : 403])
    }
  }
})
