import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { seedSandbox } from '../sandbox/seed.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff, staffCalls } from '../test/build/build-staff.ts'
import { PASSWORD, PASSWORD_HASH, buildAccount } from '../test/build/factories.ts'
import { makeApp, type TestApp } from '../test/run/make-app.ts'

const REFUSED = 'auth.bad_credentials'
type Headers = Record<string, string>
const DOORS = [
  { path: api.sessions.login.path, body: { userName: 'demo', passWord: 'yuxian-demo', dailiKey: 260 } },
  { path: api.monitor.login.path, body: { userName: 'demo', passWord: 'yuxian-demo' } },
  { path: consoleApi.session.signIn.path, body: { name: 'operator', passWord: 'yuxian-demo' } },
]

/** Uses a real socket, so that the caller can choose the Host header. */
async function open(made: TestApp): Promise<(door: (typeof DOORS)[number], headers?: Headers) => Promise<string>> {
  await made.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = made.app.server.address() as AddressInfo
  return async (door, headers = {}) => {
    // Wrong tries count, and the fourth would need a captcha.
    await made.db.pool.query('truncate rate_limits')
    const xsrf = { cookie: 'XSRF-TOKEN=same', 'x-xsrf-token': 'same' }
    const all = { 'content-type': 'application/json', ...xsrf, ...headers }
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: door.path, headers: all })
    asked.end(JSON.stringify(door.body))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { success, code } = (await json(answer)) as { success: boolean; code?: string }
    return success ? 'in' : code!
  }
}

test('the known password, and the console without a factor, work only from this machine', async () => {
  const made = await makeApp()
  await seedSandbox(made.db, made.config)
  const call = await open(made)
  for (const door of DOORS) {
    for (const host of ['127.0.0.1', 'localhost:3000', '[::1]:3000']) {
      expect([door.path, host, await call(door, { host })]).toEqual([door.path, host, 'in'])
    }
    const passedOn = [
      { host: 'portal.example' },
      { host: '127.0.0.1.portal.example' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'localhost' },
      { 'x-forwarded-proto': 'http' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
    ] as Headers[]
    for (const headers of passedOn) {
      expect([door.path, headers, await call(door, headers)]).toEqual([door.path, headers, REFUSED])
    }
  }
  await made.db.pool.query('truncate rate_limits')
  const far = await made.call(api.sessions.login, DOORS[0]!.body as never, { address: '203.0.113.9' })
  expect(far.code).toBe(REFUSED)
  const { token } = await staffCalls(made.app, null).call(consoleApi.session.signIn, DOORS[2]!.body as never)
  const page = staffCalls(made.app, token)
  expect((await page.call(consoleApi.staff.list, {})).status).toBe(200)
  const proxied = { headers: { 'x-forwarded-for': '127.0.0.1' } }
  expect((await page.call(consoleApi.staff.list, {}, proxied)).code).toBe('staff.factor_required')
  expect((await page.call(consoleApi.session.show, {}, proxied)).data.factor.required).toBe(true)
})

test('elsewhere passwords are random and printed once, also for a sandbox that was made on this machine', async () => {
  const here = await makeApp()
  await seedSandbox(here.db, here.config)
  const url = here.config.databaseUrl!
  const places: Headers[] = [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://play.example' }, { TRUST_PROXY: '1' }]
  const { passwordHash: known } = await here.db.kysely
    .selectFrom('staff')
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  for (const place of places) {
    for (const table of ['accounts', 'staff', 'monitors'] as const) {
      await here.db.kysely.updateTable(table).set({ passwordHash: known }).execute()
    }
    const there = await makeApp({ DATABASE_URL: url, SECRET_KEY: here.config.secretKey.toString(), ...place })
    // The original password opens nothing here, even before the new passwords are set.
    const call = await open(there)
    for (const door of DOORS) expect([place, door.path, await call(door)]).toEqual([place, door.path, REFUSED])
    const printed = await seedSandbox(there.db, there.config)
    expect(printed.map(({ userName }) => userName)).toEqual(['demo', 'demo', 'demo', 'demo', 'operator', 'boss260'])
    expect(await seedSandbox(there.db, there.config)).toEqual([])
    const { password } = printed[0]!
    expect(password).toMatch(/^[\w-]{12}$/)
    for (const door of DOORS) {
      const own = { ...door, body: { ...door.body, passWord: password } }
      expect([place, door.path, await call(own as typeof door)]).toEqual([place, door.path, 'in'])
    }
  }
})

test('in production no demo account gets in, by password or by an open session', async () => {
  // As after direct changes to the tables: the mark says sandbox, but the process runs in production mode.
  const sandbox = await makeApp()
  const { db } = sandbox
  const env = { MODE: 'production', PUBLIC_URL: 'https://portal.example', DATABASE_URL: sandbox.config.databaseUrl! }
  const made = await makeApp({ ...env, SECRET_KEY: sandbox.config.secretKey.toString() })
  await seedSandbox(db, sandbox.config)
  for (const table of ['accounts', 'staff', 'monitors'] as const) {
    await db.kysely.updateTable(table).set({ passwordHash: PASSWORD_HASH }).execute()
  }
  const real = await buildAccount(db, { resellerId: 260 })
  const member = await buildStaff(made, { resellerId: 260, withTotp: true })
  const demo = await db.kysely
    .selectFrom('accounts')
    .selectAll()
    .where('resellerId', '=', 260)
    .where('isDemo', '=', true)
    .executeTakeFirstOrThrow()
  const signIn = (app: TestApp, userName: string) =>
    app.call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 260 })
  expect((await signIn(made, real.userName)).status).toBe(200)
  expect((await signIn(sandbox, 'demo')).status).toBe(200)
  expect((await signIn(made, 'demo')).code).toBe('auth.bad_credentials')
  const operator = { name: 'operator', passWord: PASSWORD }
  expect((await staffCalls(made.app, null).call(consoleApi.session.signIn, operator)).code).toBe('auth.bad_credentials')
  const watch = { userName: 'demo', passWord: PASSWORD }
  expect((await made.call(api.monitor.login, watch)).code).toBe('auth.bad_credentials')

  const tokens = {
    user: await buildSession(db, { ...demo, id: demo.id }),
    staff: (await staffCalls(sandbox.app, null).call(consoleApi.session.signIn, operator)).token,
    monitor: (await sandbox.call(api.monitor.login, watch)).data.token,
  }
  const statuses = async (app: TestApp) => [
    (await app.call(api.sessions.list, {}, { token: tokens.user })).status,
    (await staffCalls(app.app, tokens.staff).call(consoleApi.session.show, {})).status,
    (await app.call(api.monitor.alerts, {}, { token: tokens.monitor })).status,
  ]
  expect(await statuses(sandbox)).toEqual([200, 200, 200])
  expect(await statuses(made)).toEqual([401, 401, 401])
  expect((await member.call(consoleApi.session.show, {})).status).toBe(200)
})
