import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'

// Set this before any import: limits are read while modules load.
const changed = vi.hoisted(() => {
  const limits = {
    userNameMax: 10,
    passwordMin: 12,
    payMinFen: 2000,
    topUpMaxFen: 600_000,
    agentPayMaxFen: 300_000,
    mailCodeDigits: 8,
    pausesPerWindow: 1,
    pauseMinMs: 2 * 3_600_000,
  }
  process.env['LIMITS'] = JSON.stringify(limits)
  return limits
})

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import type { PageStart } from '../../contract/page.ts'
import { clock } from '../platform/clock.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../test/build/factories.ts'
import { buildSubscriber } from '../test/build/traffic-factories.ts'
import { makeCaptcha } from '../test/outside/captcha.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeWebDir } from '../test/run/make-web-dir.ts'

const webDir = makeWebDir()
const { call, db, config, inject } = await makeApp({ LIMITS: process.env['LIMITS'] ?? '' }, { webDir })
afterAll(() => {
  delete process.env['LIMITS']
  rmSync(webDir, { recursive: true, force: true })
})

test.each([
  ['user', 1999, 'request.invalid'],
  ['user', 2000, 'pay.type_unknown'],
  ['user', 600_000, 'pay.type_unknown'],
  ['user', 600_001, 'request.invalid'],
  ['daili', 300_000, 'pay.type_unknown'],
  ['daili', 300_001, 'request.invalid'],
] as const)('paying as %s: %d fen is %s', async (type, amountFen, code) => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const captcha = makeCaptcha(config)
  const input = { type, amountFen, daili_id: 0, captcha, payType: 'nobody-s', device: 'qr', key: randomUUID() } as const
  expect((await call(api.payments.pay, input, { token })).code).toBe(code)
})

test.each([
  ['ten.chars1', 'twelve chars', 200],
  ['eleven.char', 'twelve chars', 400],
  ['short.one', 'eleven char', 400],
])('registering as %s with %s: %d', async (userName, passWord, status) => {
  const input = { userName, passWord, captcha: makeCaptcha(config), daili: 0 }
  expect((await call(api.accounts.register, input)).status).toBe(status)
})

test('a longer name from before still signs in', async () => {
  const { userName } = await buildAccount(db, { userName: 'from.long.before' })
  const input = { userName, passWord: PASSWORD, dailiKey: 0 }
  expect((await call(api.sessions.login, input)).status).toBe(200)
})

test('codes have the set number of digits', async () => {
  const token = await buildSession(db, await buildAccount(db))
  const bind = async (code: string) =>
    (await call(api.emails.bind, { email: 'a@mail.example', code, passWord: PASSWORD }, { token })).code
  expect([await bind('123456'), await bind('12345678')]).toEqual(['request.invalid', 'email.code_wrong'])
})

test('pauses follow the set number, and texts say how long they last', async () => {
  const token = await buildSession(db, await buildSubscriber(db))
  const freeze = (type: 'pause' | 'resume') => call(api.accounts.freeze, { type }, { token })
  expect((await call(api.accounts.freezeState, {}, { token })).data.pausesLeft).toBe(1)
  await freeze('pause')
  clock.shift(limits.pauseUndoMs)
  expect((await freeze('resume')).text).toContain('暂停满 2 小时')
  clock.reset()
  expect((await inject('/hosted/help?article=refund')).body).toMatch(/2 小时.*1 次/)
})

test('pages and the API document show them', async () => {
  const { body } = await inject('/reg')
  const start = JSON.parse(/id="brand">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as PageStart
  expect(start.limits).toEqual(changed)
  const { paths } = (await inject('/api/openapi.json')).json()
  const { amountFen } = paths[api.payments.pay.path].post.requestBody.content['application/json'].schema.properties
  expect(amountFen).toMatchObject({ minimum: 2000, maximum: 600_000 })
})
