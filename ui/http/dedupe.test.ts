import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { get, outcome, passMs, post } from '../test/calls.ts'
import { openPage } from '../test/page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('treats calls as identical by method, URL, body and token', async () => {
  const { browser, call, api, configureClient } = await openPage()
  browser.answer('/api/x', { data: 1 })
  browser.answer(api.resellers.config.path, {})
  await call(post('/api/daili/info'), { daili_id: 1 }).catch(() => {})
  await call(api.resellers.config, { daili_id: 1 })
  await call(api.resellers.config, { daili_id: 2 })
  await call(get('/api/x'), {})
  await call(get('/api/x'), { page: 1 })
  configureClient({ tokenOf: () => 'Bearer other-tab' })
  await call(get('/api/x'), {})
  expect(browser.requests).toHaveLength(6)
})

it('keeps answers after a refused unsafe call and after a POST that only reads', async () => {
  const { browser, call, api } = await openPage()
  browser.answer('/api/km/redeem', { code: 'object.unknown' })
  browser.answer(api.resellers.whitelist.path, { data: [0] })
  browser.answer(api.resellers.config.path, {})
  await call(api.resellers.whitelist, {})
  await outcome(call(post('/api/km/redeem'), { code: 'c' }))
  await call(api.resellers.config, { daili_id: 0 })
  await call(api.resellers.whitelist, {})
  expect(browser.sent(api.resellers.whitelist.path)).toHaveLength(1)
})

it('shares a call that takes longer than the window while it is in flight', async () => {
  const { browser, call } = await openPage()
  browser.answer('/api/x', { data: 1, delayMs: 3000 })
  const first = call(get('/api/x'), {})
  await passMs(2000)
  const twin = call(get('/api/x'), {})
  await passMs(1000)
  expect([await first, await twin]).toEqual([1, 1])
  await passMs(1)
  void call(get('/api/x'), {})
  expect(browser.requests).toHaveLength(2)
})

it('a call for a fresh answer takes one in flight, and none of the last second', async () => {
  const { browser, call } = await openPage()
  browser.answer('/api/x', { data: 1, delayMs: 300 })
  const ask = () => call(get('/api/x'), {}, { skipRecent: true })
  const both = Promise.all([ask(), ask()])
  await passMs(600)
  expect([await both, browser.requests.length]).toEqual([[1, 1], 1])
  void ask()
  expect(browser.requests).toHaveLength(2)
})

it('does not give a read to later callers if a change succeeded while it was in flight', async () => {
  const { browser, call } = await openPage()
  browser.answer('/api/balance', { data: 'old', delayMs: 300 })
  browser.answer('/api/km/redeem', {})
  const early = call(get('/api/balance'), {})
  await call(post('/api/km/redeem'), { code: 'c' })
  browser.answer('/api/balance', { data: 'new' })
  expect(await call(get('/api/balance'), {})).toBe('new')
  await passMs(300)
  expect(await early).toBe('old')
  expect(await call(get('/api/balance'), {})).toBe('new')
})

it('never shares an answer that works only once', async () => {
  const { browser, call, api } = await openPage()
  let given = 0
  browser.answer('/api/user/ticket', () => ({ data: { ticket: `tk1.${++given}` }, delayMs: 300 }))
  const ask = () => call(api.sessions.ticket, { audience: 'download' }, { unshared: true })
  const both = Promise.all([ask(), ask()])
  await passMs(300)
  expect(await both).toEqual([{ ticket: 'tk1.1' }, { ticket: 'tk1.2' }])
  const third = ask()
  await passMs(300)
  expect(await third).toEqual({ ticket: 'tk1.3' })
})

it('an identical call that waited for a failure gets it too, with one entry in the log', async () => {
  const { browser, call, logged } = await openPage()
  browser.answer('/api/x', { status: 503, code: 'server.unavailable', delayMs: 600 })
  const both = [outcome(call(get('/api/x'), {})), outcome(call(get('/api/x'), {}))]
  await passMs(1000)
  expect(await Promise.all(both)).toEqual([{ error: 'server.unavailable' }, { error: 'server.unavailable' }])
  expect(logged).toHaveBeenCalledOnce()
})
