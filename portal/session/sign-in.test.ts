import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { passMs } from '../../ui/test/calls.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const USER_PAGE = 'https://portal.example/user'
const typed = { userName: 'Alice', passWord: 'hunter22' }
const signedIn = { token: 't1', userInfo: userInfo() }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('remembers the account and the device credential, never the password', async () => {
  const { browser, signIn, useUserState } = await openPortal()
  browser.answer('/api/user/login', { data: { ...signedIn, device: 'dc1.one' } })
  await signIn({ ...typed, remember: true })
  expect(browser.requests[0]?.body).toEqual({ ...typed, dailiKey: 0, remember: true })
  expect(Object.fromEntries(browser.stored)).toEqual({
    username: 'alice',
    password: 'dc1.one',
    userToken: 'Bearer t1',
    token: 't1',
  })
  expect(useUserState.getState().isLogin).toBe(true)
})

it('without "remember me" the previously remembered account is forgotten', async () => {
  const { browser, signIn } = await openPortal({ stored: { username: 'bob', password: 'dc1.bob' } })
  browser.answer('/api/user/login', { data: signedIn })
  await signIn({ ...typed, remember: false, totp: '123456', captcha: 'proof' })
  expect(browser.requests[0]?.body).toEqual({
    ...typed,
    dailiKey: 0,
    remember: false,
    totp: '123456',
    captcha: 'proof',
  })
  expect(Object.fromEntries(browser.stored)).toEqual({ userToken: 'Bearer t1', token: 't1' })
})

it('sends a credential of the same account, and keeps it when the sign-in is refused', async () => {
  const { browser, signIn } = await openPortal({ stored: { username: 'alice', password: 'dc1.one' } })
  browser.answer('/api/user/login', { code: 'auth.bad_credentials' })
  await expect(signIn({ ...typed, remember: true })).rejects.toMatchObject({ code: 'auth.bad_credentials' })
  expect(browser.requests[0]?.body).toMatchObject({ device: 'dc1.one' })
  expect(browser.stored.get('password')).toBe('dc1.one')
})

it('never sends a password stored by an older version as a device credential', async () => {
  const { browser, signIn } = await openPortal({ stored: { username: 'alice', password: 'plain-old' } })
  browser.answer('/api/user/login', { data: { ...signedIn, device: 'plain-old' } })
  await signIn({ ...typed, remember: true })
  expect(browser.requests[0]?.body).not.toHaveProperty('device')
  expect(browser.stored.has('password')).toBe(false)
})

it('signing out tells the server, forgets the device and loads the brand again', async () => {
  const portal = await openPortal({
    url: `${USER_PAGE}?app_key=yx_260`,
    stored: { username: 'alice', password: 'dc1.one', userToken: 'Bearer t1', token: 't1' },
  })
  await portal.start()
  await passMs(2000)
  portal.useUserState.getState().setUserInfo(userInfo())
  expect(await portal.signOut()).toBe(true)
  expect(portal.browser.sent('/api/user/logout')).toMatchObject([{ headers: { authorization: 'Bearer t1' } }])
  expect(Object.fromEntries(portal.browser.stored)).toEqual({ app_key: 'yx_260' })
  expect(portal.useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
  expect(portal.useConfigState.getState().dailiConfig).toEqual({})
  await passMs(0)
  expect(portal.useConfigState.getState().dailiConfig).toMatchObject({ daili_id: 260 })
})

it.each([
  ['has ended the session already', { status: 401, code: 'auth.required' }, true],
  ['cannot be reached', { fails: 'network' as const }, false],
])('signs out here even when the server %s', async (_name, reply, told) => {
  const { browser, signOut, readToken } = await openPortal({ url: USER_PAGE, stored: { userToken: 'Bearer t1' } })
  browser.answer('/api/user/logout', reply)
  expect(await signOut()).toBe(told)
  expect([readToken(), browser.visits]).toEqual([null, []])
})

it('an answer that arrives after signing out does not restore the user', async () => {
  for (const app_key of ['yx_0', 'yx_0_ios']) {
    const portal = await openPortal({ url: USER_PAGE, stored: { app_key, userToken: 'Bearer t1' } })
    await portal.start()
    portal.browser.answer('/api/user/info', { data: userInfo(), delayMs: 300 })
    const slow = portal.loadUserInfo()
    await portal.signOut()
    await passMs(300)
    await slow
    expect(portal.useUserState.getState().isLogin).toBe(false)
  }
})

it('a wrapper keeps the invalid token; opening it again leads to /login once', async () => {
  const first = await openPortal({
    url: USER_PAGE,
    stored: { app_key: 'yx_7_ios', username: 'alice', password: 'dc1.one', userToken: 'Bearer t1', token: 't1' },
  })
  await first.start()
  await first.signOut()
  const kept = Object.fromEntries(first.browser.stored)
  expect(kept).toEqual({ app_key: 'yx_7_ios', userToken: 'Bearer t1', token: 't1' })

  const again = await openPortal({ url: USER_PAGE, stored: kept })
  again.browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  expect(await again.enterUserArea(location)).toBe('pass')
  await passMs(0)
  expect(again.browser.visits).toEqual([expect.stringMatching(/^\/login\?message=.*&app_key=yx_7$/)])

  const login = await openPortal({ url: `https://portal.example${again.browser.visits[0]}`, stored: kept })
  login.browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  await login.start()
  expect(await login.loadContinueName(null)).toBeNull()
  await passMs(2000)
  expect(login.browser.visits).toEqual([])
  expect(login.browser.stored.get('app_key')).toBe('yx_7_ios')
})

it.each([
  ['a saved credential', { username: 'bob', password: 'dc1.one' }, 'bob'],
  ['a saved credential of this brand', { username: 'bob', password: 'dc1.0.one' }, 'bob'],
  ["nothing of another brand's", { username: 'bob', password: 'dc1.260.one' }, null],
  ['a live token', { userToken: 'Bearer t1' }, 'alice'],
  ['a name alone', { username: 'bob' }, null],
  ['nothing', {}, null],
])('/login offers to continue with %s', async (_name, stored, name) => {
  const { loadContinueName } = await openPortal({ stored: stored as Record<string, string> })
  expect(await loadContinueName(null)).toBe(name)
})

it.each([
  ['no token', {}],
  ['a dead token', { userToken: 'Bearer old' }],
])('/login does not offer a credential that was refused on the way there: %s', async (_name, token) => {
  const stored = { username: 'bob', password: 'dc1.dead', ...token }
  const portal = await openPortal({ url: USER_PAGE, stored })
  portal.browser.answer('/api/user/silentLogin', { code: 'auth.device_refused' })
  portal.browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  const passage = await portal.enterUserArea(location)
  await passMs(0)
  const state = passage === 'pass' ? (portal.browser.page.state as { usr: unknown }).usr : passage.state
  expect(state).toMatchObject({ returnTo: expect.stringContaining('/user') })
  expect(Object.fromEntries(portal.browser.stored)).toMatchObject(stored)

  const login = await openPortal({ stored })
  login.browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  expect(await login.loadContinueName(state)).toBeNull()
  login.browser.answer('/api/user/info', { data: userInfo() })
  login.useTokenState.getState().setToken('of another tab')
  expect(await login.loadContinueName(state)).toBe('alice')
})

it('offers a credential again after no answer, and a new one after a refusal', async () => {
  const portal = await openPortal({ url: USER_PAGE, stored: { username: 'bob', password: 'dc1.one' } })
  portal.browser.answer('/api/user/silentLogin', { fails: 'network' })
  expect(await portal.enterUserArea(location)).toMatchObject({ state: { returnTo: expect.any(String) } })
  expect(portal.guardNow(location)).not.toMatchObject({ state: { isRefused: true } })
  portal.browser.answer('/api/user/silentLogin', { code: 'auth.device_refused' })
  expect(await portal.enterUserArea(location)).toMatchObject({ state: { isRefused: true } })
  portal.browser.stored.set('password', 'dc1.new')
  expect(portal.guardNow(location)).not.toMatchObject({ state: { isRefused: true } })
})
