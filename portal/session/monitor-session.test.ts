import { afterEach, expect, it, vi } from 'vitest'

import { outcome } from '../../ui/test/calls.ts'
import { openPortal } from '../test/portal.ts'

const MONITOR_PAGE = 'https://portal.example/monitor?app_key=yx_7'
const STREAM = '/api/monitor/stream'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keeps its own token beside the user’s, and nothing that was typed', async () => {
  const { browser, signInMonitor } = await openPortal({ stored: { userToken: 'Bearer u1' } })
  browser.answer('/api/monitor/login', { data: { token: 'm1', userName: 'wall', resellerId: null } })
  await signInMonitor({ userName: 'wall', passWord: 'hunter22', totp: '', captcha: undefined })
  expect(Object.fromEntries(browser.stored)).toEqual({ userToken: 'Bearer u1', monitorToken: 'Bearer m1' })
  expect(browser.sent('/api/monitor/login')[0]?.body).toEqual({ userName: 'wall', passWord: 'hunter22' })
})

it.each([
  ['told', {}, true],
  ['already over there', { status: 401, code: 'auth.required' }, true],
  ['not told', { fails: 'network' }, false],
] as const)('signs out here whatever the server answers: %s', async (_name, reply, told) => {
  const { browser, signOutMonitor } = await openPortal({
    url: MONITOR_PAGE,
    stored: { userToken: 'Bearer u1', monitorToken: 'Bearer m1' },
  })
  browser.answer('/api/monitor/logout', reply)
  expect(await signOutMonitor()).toBe(told)
  expect(browser.sent('/api/monitor/logout')[0]?.headers['authorization']).toBe('Bearer m1')
  expect([Object.fromEntries(browser.stored), browser.visits]).toEqual([{ userToken: 'Bearer u1' }, []])
})

it('a renewed token replaces the one that was sent, not one from a later sign-in', async () => {
  const { browser, renewMonitorToken } = await openPortal({ stored: { monitorToken: 'Bearer m1' } })
  renewMonitorToken('Bearer m0', 'Bearer late')
  expect(browser.stored.get('monitorToken')).toBe('Bearer m1')
  renewMonitorToken('Bearer m1', 'Bearer m2')
  expect(browser.stored.get('monitorToken')).toBe('Bearer m2')
})

it('opens the stream with the monitor’s token, the filter and the last id', async () => {
  const { browser } = await openPortal({ stored: { userToken: 'Bearer u1', monitorToken: 'm1' } })
  const { openMonitorStream } = await import('../features/monitor/monitor-stream.ts')
  browser.answer(STREAM, { status: 401, code: 'auth.required' })
  expect(await outcome(openMonitorStream({ dailiKey: 7 }, '42', new AbortController().signal))).toEqual({
    error: 'auth.required',
  })
  expect(browser.sent(STREAM)).toMatchObject([
    {
      url: `${STREAM}?dailiKey=7`,
      headers: { authorization: 'Bearer m1', 'last-event-id': '42', accept: 'text/event-stream' },
    },
  ])
})
