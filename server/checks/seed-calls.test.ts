import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { makeCaptcha } from '../test/outside/captcha.ts'
import { makeCashierApp, type CashierApp } from '../test/run/make-cashier-app.ts'

/** The calls as the specification's table names them, each with exactly its payload and nothing of ours. */
const { url, db, config, call, payTypes }: CashierApp = await makeCashierApp()
let user: { id: number; userName: string; token: string; inviteCode: string }
let agentId = 0

beforeAll(async () => {
  await buildReseller(db, { id: 0 })
  agentId = (await buildReseller(db, { id: 260 })).id
  const account = await buildAccount(db)
  const { inviteCode } = await db.kysely
    .selectFrom('accounts')
    .select('inviteCode')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  user = { ...account, token: await buildSession(db, account), inviteCode }
})

async function send(
  method: 'GET' | 'POST',
  path: string,
  payload: object | null,
  headers: Record<string, string> = {},
) {
  const query = method === 'GET' && payload ? `?${new URLSearchParams(payload as Record<string, string>)}` : ''
  const response = await fetch(`${url}/${path.replace(/^\//, '')}${query}`, {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: JSON.stringify(payload) } : {}),
  })
  const body = (await response.json()) as { success: boolean; code?: string; data: unknown }
  return { status: response.status, ...body }
}

const startPayment = (): object => ({
  type: 'daili',
  daili_id: agentId,
  amountFen: 1000,
  payType: payTypes.alipay,
  device: 'qr',
  key: randomUUID(),
  captcha: makeCaptcha(config),
})

const rows: [method: 'GET' | 'POST', path: string, payload: () => object | null][] = [
  ['POST', '/api/user/login', () => ({ userName: user.userName, passWord: PASSWORD, dailiKey: 0 })],
  ['POST', '/api/user/info', () => ({ dailiKey: 0 })],
  ['GET', 'api/user/captcha', () => null],
  [
    'POST',
    '/api/user/reg',
    () => ({
      userName: `new-${user.id}`,
      passWord: 'a quiet harbour 7',
      captcha: makeCaptcha(config),
      daili: 0,
      inviteCode: user.inviteCode,
    }),
  ],
  ['POST', '/api/daili/info', () => ({ daili_id: agentId })],
  ['POST', '/api/daili/dailiConfig', () => ({ daili_id: agentId })],
  ['GET', '/api/user/alipay/getKey', () => null],
  ['POST', '/api/user/alipay/pay', startPayment],
  ['GET', '/api/user/payType', () => ({ paytype: 'user' })],
  ['GET', '/api/daili/notCheck/whitelist', () => null],
  [
    'POST',
    '/api/user/createDaili',
    () => ({ name: 'Blue Whale', contact: 'whale@example.com', payBy: 'online', key: randomUUID() }),
  ],
  ['POST', api.sessions.silentLogin.path, () => ({ userName: user.userName, passWord: PASSWORD })],
  ['GET', api.resellers.keyByHost.path, () => null],
]

test.each(rows)('%s %s', async (method, path, payload) => {
  const answer = await send(method, path, payload())
  expect(answer).toMatchObject({ status: 200, success: true })
  expect(answer.data).not.toBeUndefined()
})

test('POST /api/user/alipay/check', async () => {
  const { data } = await call(
    api.payments.pay,
    { type: 'user', amountFen: 500, payType: payTypes.alipay, device: 'qr', key: randomUUID() },
    { token: user.token },
  )
  const answer = await send('POST', '/api/user/alipay/check', { out_trade_no: data.out_trade_no })
  expect(answer).toMatchObject({ status: 200, data: { status: 'pending' } })
})

test.each(['pause', 'resume'])('POST /api/user/freeze %s', async (type) => {
  // Without a package there is nothing to pause; the product refuses this, not the wire format.
  expect(await send('POST', '/api/user/freeze', { type })).toMatchObject({ status: 409, code: 'freeze.wrong_state' })
})

test("without a named key uses the token's, else the cookie's, else the host's, else 0", async () => {
  await buildReseller(db, { id: 61, isWhitelisted: false })
  await db.kysely
    .insertInto('resellerDomains')
    .values({ host: 'offline.example', resellerId: 61, verifiedAt: new Date() })
    .execute()
  const token = await buildSession(db, await buildAccount(db, { resellerId: 61 }))
  const offers = async (options: { token?: string; headers?: Record<string, string> }) =>
    (await call(api.payments.payTypes, { paytype: 'user' }, options)).data.length > 0
  const cookie = (key: number) => ({ cookie: `app_key=yx_${key}` })
  expect(await offers({})).toBe(true)
  expect(await offers({ headers: { host: 'offline.example' } })).toBe(false)
  expect(await offers({ headers: { host: 'offline.example', ...cookie(0) } })).toBe(true)
  expect(await offers({ headers: cookie(61) })).toBe(false)
  expect(await offers({ headers: { cookie: 'app_key=broken' } })).toBe(true)
  expect(await offers({ token, headers: cookie(0) })).toBe(false)

  const account = await buildAccount(db, { resellerId: 61 })
  const silent = { userName: account.userName, passWord: PASSWORD }
  expect((await call(api.sessions.silentLogin, silent)).code).toBe('auth.bad_credentials')
  expect((await call(api.sessions.silentLogin, silent, { token })).data.userInfo.dailiKey).toBe(61)
})
