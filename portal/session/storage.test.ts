import { afterEach, expect, it, vi } from 'vitest'

import { openPortal, userInfo } from '../test/portal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('nothing but the eight names is ever written', async () => {
  const portal = await openPortal({ url: 'https://portal.example/user?app_key=yx_7_ios&iframe=1&pc=1' })
  const session = { token: 't1', userInfo: userInfo(), device: 'dc1.one' }
  portal.browser.answer('/api/user/login', { data: session, authorization: 'Bearer t1' })
  portal.browser.answer('/api/monitor/x', {})
  await portal.start()
  await portal.signIn({ userName: 'alice', passWord: 'hunter22', remember: true })
  portal.renewMonitorToken(null, 'Bearer m1')
  expect([...portal.browser.stored.keys()].toSorted()).toEqual([...portal.STORED_NAMES].toSorted())
  expect([...portal.browser.stored.values()].join()).not.toContain('hunter22')
})
