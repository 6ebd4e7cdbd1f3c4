import { afterEach, expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { followMaintenance, setMaintenance } from '../domains/status/maintenance.ts'
import { clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeWebDir } from '../test/run/make-web-dir.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

// Two processes of one installation.
const first = await makeApp({}, { webDir: makeWebDir(), isFollowing: true })
const { DATABASE_URL, SECRET_KEY } = {
  DATABASE_URL: first.config.databaseUrl!,
  SECRET_KEY: first.config.secretKey.toString(),
}
const second = await makeApp({ DATABASE_URL, SECRET_KEY }, { isFollowing: true })
const { db, call, inject } = first
const account = await buildAccount(db)
const token = await buildSession(db, account)
const cli = makeCliHere({ DATABASE_URL, SECRET_KEY, PUBLIC_URL: first.config.publicUrl })
const info = (app = first) => app.call(api.accounts.info, { dailiKey: account.resellerId }, { token })
const set = (isOn: boolean, until: Date | null = null, note = '') =>
  setMaintenance({ db, now: clock.now() }, { isOn, until, note }, 'operator:test')
const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
const reached = (status: number) =>
  expect.poll(async () => [(await info()).status, (await info(second)).status]).toEqual([status, status])

afterEach(async () => {
  await set(false)
  await reached(200)
})

test('every process tells users until when, and lets them in again', async () => {
  const until = inMinutes(10)
  await set(true, until, 'New servers')
  await reached(503)
  const answer = await info(second)
  expect(answer).toMatchObject({ status: 503, code: 'server.maintenance' })
  expect(JSON.parse(answer.text).data).toEqual({ until: until.toISOString(), note: 'New servers' })
  const waitS = Number(answer.response.headers['retry-after'])
  expect(waitS).toBeGreaterThan(500)
  expect(waitS).toBeLessThanOrEqual(600)
  const login = { userName: account.userName, passWord: 'wrong-password', dailiKey: account.resellerId }
  expect(await call(api.sessions.login, login)).toMatchObject({ code: 'server.maintenance' })
  expect((await inject('/sub/abc')).statusCode).toBe(503)
})

test('tells users to retry after a minute without a time, or when the time has passed', async () => {
  await set(true)
  await reached(503)
  expect((await info()).response.headers['retry-after']).toBe('60')
})

test('notifies, agents, console, health and status keep working', async () => {
  await set(true, inMinutes(10))
  await reached(503)
  const answers = await Promise.all([
    inject({ method: 'POST', url: '/api/pay/notify/alipay/1', payload: {} }),
    inject('/api/v1/server/UniProxy/config'),
    inject('/api/v2/server/config'),
    inject({ method: 'POST', url: '/api/node/v1/state', payload: {} }),
    inject('/api/console/machine/show'),
    inject('/api/monitor/overview'),
    inject('/console'),
    inject('/hosted/agreement'),
  ])
  for (const { statusCode, body } of answers) expect([statusCode, body]).not.toContain(503)
  for (const { body } of answers) expect(body).not.toContain('server.maintenance')
  const open = await Promise.all(['/healthz', '/readyz', '/api/status', '/online'].map((url) => inject(url)))
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect((await inject('/metrics')).body).toMatch(/^yuxian_maintenance 1$/m)
})

test('the page shows the brand, says until when in three languages, and escapes the note', async () => {
  await set(true, new Date(Math.ceil(inMinutes(60).getTime() / 60_000) * 60_000), 'Back <b>soon</b>')
  await reached(503)
  const page = (language: string) =>
    inject({ url: '/user/userPay?app_key=yx_0', headers: { 'accept-language': language } })
  const words = {
    'zh-CN': ['系统维护中', '预计'],
    'zh-TW': ['系統維護中', '預計'],
    en: ['We are doing maintenance', 'Expected back at'],
  }
  for (const [language, texts] of Object.entries(words)) {
    const { statusCode, body, headers } = await page(language)
    expect([statusCode, headers['refresh'], headers['cache-control']]).toEqual([503, '30', 'private, no-store'])
    for (const text of texts) expect(body).toContain(text)
    expect(body).toMatch(/GMT\+8/)
    expect(body).toContain('Back &lt;b&gt;soon&lt;/b&gt;')
    expect(body).toContain('<header>')
  }
  expect((await inject('/login')).statusCode).toBe(503)
})

test('a lost database does not reopen a closed portal', async () => {
  const own = createDb({ url: DATABASE_URL, poolSize: 2 })
  const follower = await followMaintenance(own)
  onTestFinished(() => follower.stop())
  await set(true, null, 'closed')
  await expect.poll(() => follower.view().note).toBe('closed')
  await own.close()
  await set(false)
  await reached(200)
  expect(follower.view()).toMatchObject({ isOn: true, note: 'closed' })
})

test('a command switches it and leaves an audit entry; an impossible time changes nothing', async () => {
  expect((await cli('maintenance on --minutes 30 --note Soon')).exitCode).toBe(0)
  await reached(503)
  expect((await cli('maintenance show')).out).toContain('The portal is closed for users, expected back at')
  for (const wrong of [
    '--until tomorrow',
    '--until 2020-01-01T00:00Z',
    '--minutes 20000',
    '--minutes 5 --until 2020-01-01T00:00Z',
  ]) {
    expect((await cli(`maintenance on ${wrong}`)).exitCode, wrong).not.toBe(0)
  }
  expect((await cli('maintenance show')).out).toContain('Soon')
  expect((await cli('maintenance off')).exitCode).toBe(0)
  await reached(200)
  const rows = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'actor'])
    .where('action', 'like', 'maintenance.%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['maintenance.off', 'maintenance.on'])
})

test('platform staff can switch it at the console; support and resellers cannot', async () => {
  const { machine } = consoleApi
  const wish = { isOn: true, until: inMinutes(5).toISOString(), note: 'By the console' }
  const support = await buildStaff(first, { resellerId: null, role: 'support' })
  await buildReseller(db, { id: 7100 })
  const reseller = await buildStaff(first, { resellerId: 7100 })
  for (const member of [support, reseller]) {
    expect((await member.call(machine.setMaintenance, wish)).status).toBe(403)
  }
  expect((await info()).status).toBe(200)
  const operator = await buildStaff(first, { resellerId: null })
  expect((await operator.call(machine.setMaintenance, wish)).data).toEqual(wish)
  await reached(503)
  expect((await operator.call(machine.maintenance, {})).data).toEqual(wish)
  const past = await operator.call(machine.setMaintenance, { ...wish, until: new Date(0).toISOString() })
  expect(past).toMatchObject({ status: 400, code: 'request.invalid' })
  await operator.call(machine.setMaintenance, { isOn: false, until: null, note: '' })
  await reached(200)
})
