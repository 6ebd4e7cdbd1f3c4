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

it('a frame without storage signs in, and its next load signs in silently', async () => {
  const frame = { url: 'https://portal.example/login?app_key=yx_7', framed: true, denied: true, cookies: {} }
  const first = await openPortal(frame)
  first.browser.answer('/api/user/login', { data: { token: 't1', userInfo: userInfo(), device: 'dc1.one' } })
  await first.start()
  await first.signIn({ userName: 'alice', passWord: 'hunter22', remember: true })
  expect(JSON.stringify(frame.cookies)).not.toContain('hunter22')

  const next = await openPortal({ ...frame, url: 'https://portal.example/user?app_key=yx_7' })
  next.browser.answer('/api/user/silentLogin', { data: { token: 't2', userInfo: userInfo(), device: 'dc1.two' } })
  expect(await next.enterUserArea({ pathname: '/user', search: '' })).toBe('pass')
  expect([next.readToken(), next.readStored('password')]).toEqual(['Bearer t2', 'dc1.two'])

  await next.signOut()
  const last = await openPortal({ ...frame, url: 'https://portal.example/user?app_key=yx_7' })
  expect(await last.enterUserArea({ pathname: '/user', search: '' })).toMatchObject({ redirect: expect.any(String) })
})

it('a frame without storage and cookies signs in all the same', async () => {
  const portal = await openPortal({ url: 'https://portal.example/login?app_key=yx_7', framed: true, blocked: true })
  portal.browser.answer('/api/user/login', { data: { token: 't1', userInfo: userInfo(), device: 'dc1.one' } })
  await portal.start()
  await portal.signIn({ userName: 'alice', passWord: 'hunter22', remember: true })
  expect([portal.readToken(), portal.guardNow({ pathname: '/user', search: '' })]).toEqual(['Bearer t1', 'pass'])
})
