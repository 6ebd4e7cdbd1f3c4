import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { hashCount } from '../../../platform/secrets/passwords.ts'
import { buildMonitor } from '../../../test/build/build-monitor.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { disableMonitor, resetMonitorPassword, resetMonitorTotp } from './manage-monitors.ts'

const made = await makeApp()
const { call, db, config, logged } = made
const operator = () => ({ db, config, now: clock.now() })
let callers = 0
const signIn = (
  userName: string,
  passWord: string,
  more: { totp?: string } = {},
  address = `10.9.0.${(callers += 1)}`,
) => call(api.monitor.login, { userName, passWord, ...more }, { address })
const isOpen = async (token: string) => (await call(api.monitor.alerts, {}, { token })).status === 200

afterEach(() => clock.reset())

test('the right password opens a session that is stored only as a hash', async () => {
  const { userName, password } = await buildMonitor(made)
  const answer = await signIn(userName.toUpperCase(), password)
  expect([answer.status, answer.data]).toEqual([200, { token: expect.any(String), userName, resellerId: null }])
  expect(await isOpen(answer.data.token)).toBe(true)
  const everything = `${await dumpEveryRow(db)}\n${logged.join('')}`
  expect(everything).not.toContain(answer.data.token)
  expect(everything).not.toContain(password)
})

test('unknown and disabled names and wrong passwords get one answer and cost one hash', async () => {
  const { userName } = await buildMonitor(made)
  const disabled = await buildMonitor(made)
  await disableMonitor(operator(), disabled.userName, 'operator:test')
  const bodies = new Set<string>()
  for (const [name, password] of [
    ['nobody-here', 'x'],
    [userName, 'wrong'],
    [disabled.userName, disabled.password],
  ] as const) {
    const before = hashCount.value
    const answer = await signIn(name, password)
    expect([answer.status, answer.code, hashCount.value - before]).toEqual([422, 'auth.bad_credentials', 1])
    bodies.add(answer.text)
  }
  expect(bodies.size).toBe(1)
})

test('wrong passwords bring the captcha, as for users', async () => {
  const { userName, password } = await buildMonitor(made)
  for (let turn = 0; turn < limits.loginFailures; turn += 1) {
    expect((await signIn(userName, 'wrong')).code).toBe('auth.bad_credentials')
  }
  expect((await signIn(userName, password)).code).toBe('auth.captcha_required')
})

test('asks for a second factor, and its code works once', async () => {
  const { userName, password, totp } = await buildMonitor(made, { withTotp: true })
  expect((await signIn(userName, password)).code).toBe('auth.totp_required')
  expect((await signIn(userName, password, { totp: wrongAppCode(totp!.secret) })).code).toBe('auth.totp_wrong')
  const code = appCode(totp!.secret)
  expect((await signIn(userName, password, { totp: code })).status).toBe(200)
  expect((await signIn(userName, password, { totp: code })).code).toBe('auth.totp_wrong')
  expect(await dumpEveryRow(db)).not.toContain(totp!.secret)
})

test('a session ends by signing out, after hours of inactivity, and at the latest after 30 days', async () => {
  const { token } = await buildMonitor(made)
  await call(api.monitor.logout, {}, { token })
  expect(await isOpen(token)).toBe(false)

  const resting = await buildMonitor(made)
  clock.shift(limits.monitorIdleMs - 60_000)
  expect(await isOpen(resting.token)).toBe(true)
  clock.shift(limits.monitorIdleMs - 60_000)
  expect(await isOpen(resting.token)).toBe(true)
  clock.shift(limits.monitorIdleMs + 60_000)
  expect(await isOpen(resting.token)).toBe(false)

  clock.reset()
  const busy = await buildMonitor(made)
  for (let at = 0; at < limits.monitorAbsoluteMs; at += limits.monitorIdleMs / 2) {
    expect(await isOpen(busy.token)).toBe(true)
    clock.shift(limits.monitorIdleMs / 2)
  }
  expect(await isOpen(busy.token)).toBe(false)
})

test('every change by an operator ends every session', async () => {
  for (const change of [disableMonitor, resetMonitorPassword]) {
    const { userName, token } = await buildMonitor(made)
    await change(operator(), userName, 'operator:test')
    expect(await isOpen(token)).toBe(false)
  }
  const { userName, password, token } = await buildMonitor(made, { withTotp: true })
  await resetMonitorTotp(operator(), userName, { isOff: true }, 'operator:test')
  expect(await isOpen(token)).toBe(false)
  expect((await signIn(userName, password)).status).toBe(200)
  const audit = await db.kysely.selectFrom('auditLog').select('action').where('action', 'like', 'monitor.%').execute()
  expect(new Set(audit.map(({ action }) => action))).toEqual(
    new Set(['monitor.added', 'monitor.disabled', 'monitor.password_reset', 'monitor.totp_removed']),
  )
})

test('a monitor limited to one reseller cannot see another', async () => {
  await buildReseller(db, { id: 260 })
  await buildReseller(db, { id: 7 })
  const { token } = await buildMonitor(made, { resellerId: 260 })
  const own = await call(api.monitor.overview, { dailiKey: 260 }, { token })
  expect([own.data.resellerId, own.data.platform]).toEqual([260, null])
  expect((await call(api.monitor.overview, {}, { token })).data.resellerId).toBe(260)
  expect((await call(api.monitor.overview, { dailiKey: 7 }, { token })).code).toBe('object.unknown')
  expect((await call(api.monitor.alerts, { dailiKey: 7 }, { token })).code).toBe('object.unknown')
})
