import { connect, type AddressInfo } from 'node:net'
import Type from 'typebox'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { createLog } from '../log.ts'
import { release } from '../release.ts'
import { createHttpServer } from './server.ts'

const { inject, call, db, config } = await makeApp()
const LOGIN = api.sessions.login.path
const good = { userName: 'nobody', passWord: 'wrong-password', dailiKey: 0 }

beforeAll(() => buildReseller(db))

const badRequests: [name: string, request: Parameters<typeof inject>[0], status: number, code: string][] = [
  ['broken JSON', { payload: '{"userName":', headers: { 'content-type': 'application/json' } }, 400, 'request.invalid'],
  ['empty JSON', { payload: '', headers: { 'content-type': 'application/json' } }, 400, 'request.invalid'],
  ['no body at all', {}, 400, 'request.invalid'],
  ['an array', { payload: [] }, 400, 'request.invalid'],
  ['null', { payload: 'null', headers: { 'content-type': 'application/json' } }, 400, 'request.invalid'],
  ['a number as text', { payload: { ...good, dailiKey: '0' } }, 400, 'request.invalid'],
  ['a fraction', { payload: { ...good, dailiKey: 0.5 } }, 400, 'request.invalid'],
  ['a missing field', { payload: { userName: 'nobody', dailiKey: 0 } }, 400, 'request.invalid'],
  ['an extra field', { payload: { ...good, admin: true } }, 400, 'request.invalid'],
  [
    '__proto__',
    { payload: '{"__proto__":{"x":1}}', headers: { 'content-type': 'application/json' } },
    400,
    'request.invalid',
  ],
  [
    'a zero byte, which the database cannot hold',
    { payload: { ...good, userName: 'no\u0000body' } },
    400,
    'request.invalid',
  ],
  ['half a surrogate pair', { payload: { ...good, userName: 'no\ud800body' } }, 400, 'request.invalid'],
  ['a huge body', { payload: { ...good, passWord: 'x'.repeat(70_000) } }, 413, 'request.too_large'],
  ['plain text', { payload: 'hello', headers: { 'content-type': 'text/plain' } }, 415, 'request.not_json'],
  [
    'a form',
    { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'request.not_json',
  ],
  ['xml', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415, 'request.not_json'],
  ['an unknown path', { url: '/api/nothing/here' }, 404, 'request.unknown_path'],
  ['a wrong method', { method: 'DELETE' }, 404, 'request.unknown_path'],
  ['TRACE, which would send the headers back', { method: 'TRACE' as 'GET' }, 404, 'request.unknown_path'],
  [
    'a parameter that comes twice',
    { method: 'GET', url: `${api.payments.payTypes.path}?paytype=user&dailiKey=0&dailiKey=1` },
    400,
    'request.invalid',
  ],
  ['a malformed address', { method: 'GET', url: '/api/%E0%A4%A' }, 400, 'request.invalid'],
  ['no token', { url: api.accounts.info.path, payload: { dailiKey: 0 } }, 401, 'auth.required'],
  [
    'a garbage token',
    { url: api.accounts.info.path, payload: { dailiKey: 0 }, headers: { authorization: 'Bearer x' } },
    401,
    'auth.required',
  ],
]

test.each(badRequests)('refuses %s with its status and an envelope', async (_name, request, status, code) => {
  const response = await inject({ method: 'POST', url: LOGIN, ...(request as object) })
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = response.json() as { success: boolean; code: string; message: string }
  expect(body).toMatchObject({ success: false, code })
  expect(body.message).toMatch(/[一-鿿]/)
  expect(response.body).not.toMatch(/node_modules|\.ts:\d+|at /)
})

test('names a wrong field without repeating its value', async () => {
  const response = await inject({ method: 'POST', url: LOGIN, payload: { ...good, dailiKey: 'secret-value' } })
  expect(response.json()).toMatchObject({ data: { fields: { dailiKey: 'type' } } })
  expect(response.body).not.toContain('secret-value')
})

test('names every wrong field, nested ones too', async () => {
  const wrong = { userName: '', passWord: 7, dailiKey: -1, captcha: null, remember: 'yes', admin: true }
  const flat = await inject({ method: 'POST', url: LOGIN, payload: wrong })
  expect(flat.json()).toMatchObject({
    data: {
      fields: {
        userName: 'minLength',
        passWord: 'type',
        dailiKey: 'minimum',
        captcha: 'type',
        remember: 'type',
        admin: 'additionalProperties',
      },
    },
  })
  const missing = await inject({ method: 'POST', url: LOGIN, payload: {} })
  expect(missing.json()).toMatchObject({
    data: { fields: { userName: 'required', passWord: 'required', dailiKey: 'required' } },
  })
  const query = await inject({ url: `${api.payments.payTypes.path}?paytype=x&dailiKey=-1&more=1` })
  expect(query.json()).toMatchObject({
    data: { fields: { paytype: 'anyOf', dailiKey: 'minimum', more: 'additionalProperties' } },
  })
  const server = await createHttpServer(config, createLog('silent'))
  const item = Type.Object({ up: Type.Integer(), down: Type.Integer() }, { additionalProperties: false })
  server.post('/', { schema: { body: Type.Object({ id: Type.String(), items: Type.Array(item) }) } }, () => ({}))
  const payload = {
    items: [
      { up: 1, down: 2 },
      { up: 'x', left: 1 },
    ],
  }
  const nested = await server.inject({ method: 'POST', url: '/', payload })
  await server.close()
  expect(nested.json()).toMatchObject({
    data: {
      fields: {
        id: 'required',
        'items.1.up': 'type',
        'items.1.down': 'required',
        'items.1.left': 'additionalProperties',
      },
    },
  })
})

test('answers a flood of wrong fields with a few of them', async () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const countNamed = async (payload: object) => {
    const response = await inject({ method: 'POST', url: LOGIN, payload })
    expect(response.statusCode).toBe(400)
    return Object.keys((response.json() as { data: { fields: object } }).data.fields).length
  }
  expect(await countNamed(names(400))).toBe(20)
  // Input larger than any form is not even read to the end.
  expect(await countNamed(names(5000))).toBe(1)
})

test('tells of a fault that nobody foresaw in general words', async () => {
  const server = await createHttpServer(config, createLog('silent'))
  server.get('/', () => {
    throw new Error('password canary of table accounts at 10.0.0.8')
  })
  const answer = await server.inject('/')
  await server.close()
  expect(answer.json()).toEqual({
    success: false,
    code: 'server.error',
    message: expect.any(String),
    reqId: expect.any(String),
  })
  expect(answer.body).not.toMatch(/canary|accounts|10\.0\.0\.8/)
})

test.each([
  ['a length and pieces', 'content-length: 4\r\ntransfer-encoding: chunked'],
  ['two lengths', 'content-length: 4\r\ncontent-length: 40'],
  ['a length with a sign', 'content-length: +4'],
  ['a coding after the pieces', 'transfer-encoding: chunked, identity'],
  ['a space before the colon', 'content-length : 4'],
])('a request with %s hides no second one', async (_name, lengths) => {
  const server = await createHttpServer(config, createLog('silent'))
  server.get('/hidden', () => ({}))
  onTestFinished(() => server.close())
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => void (answer += String(part))).on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const head = `GET / HTTP/1.1\r\nhost: a\r\n${lengths}\r\n\r\n`
  socket.write(`${head}0\r\n\r\nGET /hidden HTTP/1.1\r\nhost: a\r\n\r\n`)
  await closed
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})

test('messages use the requested language', async () => {
  const english = await call(api.sessions.login, good, { headers: { 'accept-language': 'en-GB,en;q=0.9' } })
  const traditional = await call(api.sessions.login, good, { headers: { 'accept-language': 'zh-Hant-TW' } })
  expect(english.response.json()).toMatchObject({ message: 'The user name or password is not right.' })
  expect(traditional.response.json()).toMatchObject({ message: '帳號或密碼不正確' })
})

const origins: [name: string, headers: Record<string, string>, status: number][] = [
  ['no cookie and no origin (an app, a script)', {}, 422],
  ['the cookie echoed', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' }, 422],
  ['the cookie not echoed', { cookie: 'XSRF-TOKEN=abc' }, 403],
  ['another value echoed', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' }, 403],
  ['no cookie, same origin by fetch metadata', { 'sec-fetch-site': 'same-origin', cookie: 'other=1' }, 422],
  ['no cookie, equal origin', { origin: 'http://localhost', host: 'localhost', cookie: 'other=1' }, 422],
  ['cookies but nothing that vouches', { cookie: 'other=1' }, 403],
  ['another origin', { origin: 'https://evil.example', host: 'localhost' }, 403],
  ['an opaque origin', { origin: 'null', host: 'localhost' }, 403],
  [
    'cross-site, cookie echoed',
    { 'sec-fetch-site': 'cross-site', cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' },
    403,
  ],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site', cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' }, 403],
]

test.each(origins)('cross-site rule: %s', async (_name, headers, status) => {
  const answer = await call(api.sessions.login, good, { headers })
  expect(answer.status).toBe(status)
  if (status === 403) expect(answer.code).toBe('request.cross_site')
})

test('a GET sets the cookie once', async () => {
  const first = await inject({ method: 'GET', url: api.resellers.whitelist.path })
  expect(first.cookies).toMatchObject([{ name: 'XSRF-TOKEN', sameSite: 'Lax', path: '/' }])
  const again = await inject({
    method: 'GET',
    url: api.resellers.whitelist.path,
    headers: { cookie: 'XSRF-TOKEN=abc' },
  })
  expect(again.cookies).toEqual([])
})

test('health, readiness, metrics and the API document answer', async () => {
  expect((await inject('/healthz')).body).toBe(`ok ${release}`)
  expect((await inject('/readyz')).body).toBe('ready')
  expect((await inject('/metrics')).body).toContain('yuxian_http_requests_total')
  const document = (await inject('/api/openapi.json')).json() as {
    openapi: string
    info: { description: string }
    paths: object
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain(LOGIN)
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map((match) => match[1])
  expect(headings).toEqual(['Calls', 'Sign in', 'Errors', 'Pages', 'The same call twice'])
})

test('the document for keys has exactly the calls that a key opens, and says how', async () => {
  type Operation = { description: string; parameters?: { name: string; required: boolean }[]; security: object[] }
  const document = (await inject('/api/docs/console/openapi.json')).json() as {
    info: { description: string }
    paths: Record<string, Record<string, Operation>>
  }
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map((match) => match[1])
  expect(headings).toEqual(['Keys', 'Calls', 'Errors', 'Spending', 'The same call twice', 'Pages', 'Limits'])
  const { paths } = document
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/console/'))).toEqual([])
  const sell = paths['/api/console/users/sell']!['post']!
  expect(sell.description).toContain('`users.give`')
  expect(sell.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }))
  expect(sell.security).toEqual([{ key: [] }])
  for (const left of ['keys/make', 'staff/list', 'money/ask-payout', 'users/reset-code', 'backups/list', 'session']) {
    expect(paths).not.toHaveProperty(`/api/console/${left}`)
  }
  const portal = (await inject('/api/openapi.json')).json() as { paths: object }
  expect(Object.keys(portal.paths).filter((path) => path.startsWith('/api/console/'))).toEqual([])
  const page = await inject('/api/docs/console/')
  expect([page.statusCode, page.body.includes('/api/docs/console/openapi.json')]).toEqual([200, true])
})

test('the API document’s page is in a sandbox, and each of its scripts has the answer’s nonce', async () => {
  const nonces = new Set<string>()
  for (let visit = 0; visit < 2; visit += 1) {
    const page = await inject('/api/docs/')
    const policy = String(page.headers['content-security-policy'])
    const [, nonce = ''] = /script-src 'nonce-([\w-]+)'(?:;|$)/.exec(policy) ?? []
    nonces.add(nonce)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/(?:^|; )sandbox allow-scripts$/)
    const scripts = page.body.match(/<script[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
  expect(nonces.size).toBe(2)
})
