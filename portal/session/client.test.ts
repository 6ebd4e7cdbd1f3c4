import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { get, outcome, passMs } from '../../ui/test/calls.ts'
import { openPortal } from '../test/portal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('throws the error of the envelope', async () => {
  const { browser, call } = await openPortal()
  const data = { fields: { amountFen: 'too small' } }
  browser.answer('/api/x', { status: 400, code: 'request.invalid', message: '请检查输入', data })
  const error: unknown = await call(get('/api/x'), {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    name: 'ApiError',
    code: 'request.invalid',
    status: 400,
    message: '请检查输入',
    fields: { amountFen: 'too small' },
    data,
    reqId: 'r1',
  })
})

it.each([
  ['a proxy page', { status: 502, text: '<html>bad gateway</html>' }, 'client.answer'],
  ['an empty answer', { status: 200, text: '' }, 'client.answer'],
  ['JSON that is no envelope', { status: 200, text: 'null' }, 'client.answer'],
  ['a success with a failing status', { status: 500, data: 1 }, 'client.answer'],
  ['no connection', { fails: 'network' }, 'client.network'],
] as const)('%s has its own code', async (_name, reply, code) => {
  const { browser, call } = await openPortal()
  browser.answer('/api/x', reply)
  expect(await outcome(call(get('/api/x'), {}))).toEqual({ error: code })
})

it('a 401 without an envelope still redirects to the login page', async () => {
  const { browser, call } = await openPortal({ url: 'https://portal.example/user' })
  browser.answer('/api/x', { status: 401, text: 'Unauthorized' })
  await outcome(call(get('/api/x'), {}))
  expect(browser.visits).toEqual([expect.stringMatching(/^\/login\?message=/)])
})

it('a 404 to a call of the login page itself does not reload it for ever', async () => {
  const { browser, call } = await openPortal({ url: 'https://portal.example/login' })
  expect(await outcome(call(get('/api/x'), {}))).toEqual({ error: 'request.unknown_path' })
  expect(browser.visits).toEqual([])
})

it('with `noRedirect` a 401 goes to the caller, even when an identical call redirects', async () => {
  const { browser, call } = await openPortal({ url: 'https://portal.example/reg' })
  browser.answer('/api/x', { status: 401, code: 'auth.required', delayMs: 10 })
  const quiet = outcome(call(get('/api/x'), {}, { noRedirect: true }))
  await passMs(10)
  await quiet
  expect(browser.visits).toEqual([])
  const both = [outcome(call(get('/api/x'), {}, { noRedirect: true })), outcome(call(get('/api/x'), {}))]
  await passMs(500)
  await Promise.all(both)
  expect(browser.visits).toHaveLength(1)
})

it('uses the configured language and redirects where the hook says', async () => {
  const { browser, call, configureClient } = await openPortal({ url: 'https://portal.example/user/invite' })
  const onExpired = vi.fn()
  configureClient({ language: () => 'en', onExpired })
  browser.answer('/api/x', { status: 401, code: 'auth.required' })
  await outcome(call(get('/api/x'), {}))
  expect(browser.requests[0]?.headers['accept-language']).toBe('en')
  // The log names the call by this id.
  expect(browser.requests[0]?.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(onExpired).toHaveBeenCalledWith('/api/x')
  expect(browser.visits).toEqual([])
})

it('works where cookies and storage are blocked', async () => {
  const { call, api, readToken, useTokenState } = await openPortal({ blocked: true })
  useTokenState.getState().setToken('t1')
  expect(readToken()).toBe('Bearer t1')
  expect(await call(api.resellers.config, { daili_id: 0 })).toMatchObject({ daili_id: 0 })
})

it('a renewed monitor token replaces only the monitor token', async () => {
  const { browser, call } = await openPortal({ stored: { userToken: 'Bearer u1', monitorToken: 'Bearer m1' } })
  browser.answer('/api/monitor/overview', { data: 1, authorization: 'Bearer m2' })
  await call(get('/api/monitor/overview'), {})
  expect(Object.fromEntries(browser.stored)).toEqual({ userToken: 'Bearer u1', monitorToken: 'Bearer m2' })
})

it.each([
  ['8', 8],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-1', null],
  [undefined, null],
])('a temporary refusal says how long to wait: %s', async (retryAfter, retryAfterS) => {
  const { browser, call } = await openPortal()
  browser.answer('/api/x', { status: 429, code: 'request.too_many', ...(retryAfter ? { retryAfter } : {}) })
  await expect(call(get('/api/x'), {})).rejects.toMatchObject({ code: 'request.too_many', retryAfterS })
})
