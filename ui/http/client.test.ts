import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { get, outcome } from '../test/calls.ts'
import { openPage } from '../test/page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('throws the error of the envelope', async () => {
  const { browser, call } = await openPage()
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
  const { browser, call } = await openPage()
  browser.answer('/api/x', reply)
  expect(await outcome(call(get('/api/x'), {}))).toEqual({ error: code })
})

it('uses the configured language and redirects where the hook says', async () => {
  const { browser, call, configureClient } = await openPage({ url: 'https://portal.example/user/invite' })
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

it.each([
  ['8', 8],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-1', null],
  [undefined, null],
])('a temporary refusal says how long to wait: %s', async (retryAfter, retryAfterS) => {
  const { browser, call } = await openPage()
  browser.answer('/api/x', { status: 429, code: 'request.too_many', ...(retryAfter ? { retryAfter } : {}) })
  await expect(call(get('/api/x'), {})).rejects.toMatchObject({ code: 'request.too_many', retryAfterS })
})
