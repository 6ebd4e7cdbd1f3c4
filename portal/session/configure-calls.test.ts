import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { get, outcome, passMs } from '../../ui/test/calls.ts'
import { openPortal } from '../test/portal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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
