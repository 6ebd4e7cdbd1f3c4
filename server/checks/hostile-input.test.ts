import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { errorStatus, type ErrorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { HOSTILE } from '../../test/grid.ts'
import { consoleRoutes, routes } from '../calls.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { hostileBodies, oddBodies } from '../test/attack/hostile-bodies.ts'
import { isOffice, openHostileDesk, queryOf } from '../test/attack/hostile-desk.ts'
import { buildAccount, PASSWORD } from '../test/build/factories.ts'
import { makeCaptcha } from '../test/outside/captcha.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'

// A real hash takes 50 ms, and many hundred bodies reach it.
vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string) => `plain:${password}`,
  verify: async (stored: string, password: string) => stored === `plain:${password}`,
}))

const made = await makeCashierApp()
const { app, db, config, call, payTypes, logged } = made
const { buildUser, makeSender, whyOf } = await openHostileDesk(made)
const contract = [...routes, ...consoleRoutes].map(({ route }) => route)
/** The user that staff calls may refer to. */
let officeUser: ReturnType<typeof buildUser> | undefined

afterAll(async () => {
  expect((await checkBooks(db)).problems).toEqual([])
})

function expectEnvelope(response: LightMyRequestResponse): void {
  expect(response.statusCode, `${response.body} ${whyOf(response)}`).toBeLessThan(500)
  // A downloaded file.
  if (String(response.headers['content-type']).startsWith('text/csv')) return expect(response.statusCode).toBe(200)
  const answer = response.json() as { success: boolean; code: ErrorCode; message: string; data?: unknown }
  expect(answer.success).toBe(response.statusCode === 200)
  if (answer.success) return expect(answer).toHaveProperty('data')
  expect(errorStatus[answer.code]).toBe(response.statusCode)
  expect(answer.message).not.toBe('')
}

describe.concurrent('whatever is sent, the answer is an envelope and not a server error', () => {
  test.each(contract)('$method $path', async (route) => {
    const { account, known } = await (isOffice(route) ? (officeUser ??= buildUser()) : buildUser())
    const send = await makeSender(account, route)
    const odd = oddBodies(route.input, known).filter((_body, at) => at % HOSTILE.everyNth === 0)
    const property = fc.asyncProperty(hostileBodies(route.input, known), async (body) => {
      expectEnvelope(await send(route, route.method === 'GET' ? queryOf(body) : JSON.stringify(body)))
    })
    await fc.assert(property, {
      examples: odd.map((body) => [body]),
      numRuns: Math.max(HOSTILE.bodies, odd.length + HOSTILE.bodies / 4),
    })
  })
})

test('a body nested as deep as its size allows', async () => {
  const send = await makeSender(await buildAccount(db))
  const depth = Math.floor(limits.bodyMaxBytes / 2) - 100
  const deep = '['.repeat(depth) + ']'.repeat(depth)
  expectEnvelope(await send(api.accounts.info, deep))
  expectEnvelope(await send(api.accounts.info, `{"dailiKey":${deep}}`))
  expectEnvelope(await send(api.factors.passkeyLogin, `{"dailiKey":0,"response":{"a":${deep}}}`))
  expectEnvelope(await send(api.factors.passkeyFinish, `{"name":"key","response":{"a":${deep}}}`))
})

const addresses: [name: string, url: string][] = [
  ['a long merchant id', `/api/pay/notify/epay/${'x'.repeat(200)}?sign=canary-value`],
  ['a zero byte as merchant id', '/api/pay/notify/epay/%00?sign=canary-value'],
  ['a notify of nonsense', '/api/pay/notify/epay/x?money=1e309&out_trade_no=%00&sign=canary-value'],
  ['a ticket twice', '/api/user/export?ticket=canary-value&ticket=canary-value'],
  ['a ticket with a zero byte', '/api/user/export?ticket=%00canary-value'],
  ['a leap second', '/api/balance/export?ticket=canary-value&from=2016-12-31T23:59:60Z'],
  ['a long address of a feed', `/sub/${'x'.repeat(200)}?flag=canary-value`],
  ['a way out of the cashier', '/cashier/../x?x=canary-value'],
  ['another host behind the cashier', '/cashier//evil.example/?x=canary-value'],
  ['a zero byte in the documentation', '/api/docs/%00?x=canary-value'],
  ['half a character', '/api/%E0%A4%A?x=canary-value'],
]

test.each(addresses)('refuses %s and does not log its values', async (_name, url) => {
  logged.length = 0
  const response = await app.inject({
    url,
    headers: { host: 'a b', cookie: 'lang=%E0; app_key=%00', 'user-agent': '\u00ff' },
  })
  expect(response.statusCode, `${response.body} ${whyOf(response)}`).toBeLessThan(500)
  expect(logged.join('')).not.toContain('canary-value')
})

test.each(['/%61pi/user/login', '/api/%75ser/login', '/api/user/login?', '/api/user/login#x'])(
  'refuses a call of another site however it writes the path: %s',
  async (url) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const payload = { userName: 'nobody', passWord: 'wrong password', dailiKey: 0 }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect([403, 404]).toContain(response.statusCode)
  },
)

test('no other spelling of a name gets a fresh count', async () => {
  const { userName } = await buildAccount(db, { userName: 'visitor-ink' })
  const signIn = (name: string, passWord: string, address: string) =>
    call(api.sessions.login, { userName: name, passWord, dailiKey: 0 }, { address })
  for (let turn = 0; turn < limits.loginFailures; turn += 1) {
    expect((await signIn(userName, 'wrong password', `10.200.${turn}.1`)).code).toBe('auth.bad_credentials')
  }
  // The database folds the first two into plain letters: a dotted capital I and the Kelvin sign.
  for (const other of ['v\u0130sitor-ink', 'visitor-in\u212a', 'VISITOR-INK', userName]) {
    expect([other, (await signIn(other, PASSWORD, '10.201.1.1')).status]).toEqual([other, 422])
  }
})

test('all addresses of one IPv6 customer share a limit, also where no token is needed', async () => {
  const from = (turn: number) => ({ address: `2001:db8:99:1::${turn.toString(16)}` })
  const begun = []
  for (let turn = 0; turn <= 60; turn += 1) {
    begun.push((await call(api.factors.passkeyLoginBegin, { dailiKey: 0 }, from(turn))).code)
  }
  expect(begun.at(-1)).toBe('request.too_many')
  const paid = []
  for (let turn = 0; turn <= limits.agentPaymentsPerClient; turn += 1) {
    const payment = { type: 'daili', daili_id: 0, amountFen: 100, payType: payTypes.alipay, device: 'qr' } as const
    const input = { ...payment, key: randomUUID(), captcha: makeCaptcha(config) }
    paid.push((await call(api.payments.pay, input, from(turn))).code)
  }
  expect(paid.at(-1)).toBe('request.too_many')
})
