import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { passMs } from '../../ui/test/calls.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const USER_PAGE = 'https://portal.example/user/balance'
const MONITOR_PAGE = 'https://portal.example/monitor'
const NOT_SIGNED_IN = `message=${encodeURIComponent('未登录，请先登录')}&app_key=`
const EXPIRED = `message=${encodeURIComponent('登录已过期，请重新登录')}&app_key=`
const remembered = { username: 'alice', password: 'dc1.one' }
const signedIn = { token: 'fresh', userInfo: userInfo(), device: 'dc1.two' }

const sentences: [string, () => Promise<void>][] = [
  [
    'the reseller key is read from the app key',
    async () => {
      const { browser, start, useConfigState } = await openPortal({ url: `${USER_PAGE}?app_key=yx_260` })
      await start()
      expect(useConfigState.getState().dailiKey).toBe(260)
      expect(browser.sent('/api/daili/notCheck/dailiKey')).toEqual([])
    },
  ],
  [
    'if absent, it is fetched from the server',
    async () => {
      const { browser, start, useConfigState } = await openPortal()
      browser.answer('/api/daili/notCheck/dailiKey', { data: 7 })
      await start()
      expect(useConfigState.getState().dailiKey).toBe(7)
    },
  ],
  [
    'its numeric value (0 if not parsable) is stored',
    async () => {
      for (const [data, key] of [
        ['228', 228],
        ['nonsense', 0],
        [null, 0],
        [-1, 0],
        [1.5, 0],
      ] as const) {
        const { browser, start, useConfigState } = await openPortal()
        browser.answer('/api/daili/notCheck/dailiKey', { data })
        await start()
        expect(useConfigState.getState().dailiKey).toBe(key)
      }
    },
  ],
  [
    'and a reseller config load follows',
    async () => {
      const { browser, start, useConfigState } = await openPortal({ url: `${USER_PAGE}?app_key=yx_7` })
      await start()
      await passMs(0)
      expect(browser.sent('/api/daili/dailiConfig')).toMatchObject([{ body: { daili_id: 7 } }])
      expect(useConfigState.getState().dailiConfig).toMatchObject({ daili_id: 7 })
    },
  ],
  [
    'the whitelist is fetched at start-up',
    async () => {
      const { start, useConfigState } = await openPortal()
      await start()
      await passMs(0)
      expect(useConfigState.getState().whiteList).toEqual([0, 260])
    },
  ],
  [
    'on failure the fallback keys are used',
    async () => {
      const { browser, start, useConfigState } = await openPortal()
      browser.answer('/api/daili/notCheck/whitelist', { status: 404, code: 'request.unknown_path' })
      await start()
      await passMs(0)
      expect(useConfigState.getState().whiteList).toEqual([0, 228, 260, 60, 65])
      expect(browser.visits).toEqual([])
    },
  ],
  [
    'a saved username and password sign in silently; success gives a loaded state',
    async () => {
      const portal = await openPortal({ url: `${USER_PAGE}?app_key=yx_260`, stored: remembered })
      portal.browser.answer('/api/user/silentLogin', { data: signedIn, authorization: 'Bearer fresh' })
      expect(await portal.enterUserArea(location)).toBe('pass')
      expect(portal.browser.sent('/api/user/silentLogin')).toMatchObject([
        { body: { userName: 'alice', passWord: 'dc1.one', dailiKey: 260 } },
      ])
      expect(portal.useUserState.getState()).toMatchObject({ isLogin: true, userInfo: { iuser: 'alice' } })
      expect(Object.fromEntries(portal.browser.stored)).toMatchObject({
        username: 'alice',
        password: 'dc1.two',
        userToken: 'Bearer fresh',
        token: 'fresh',
      })
      expect(portal.browser.sent('/api/user/info')).toEqual([])
    },
  ],
  [
    'only for /user paths',
    async () => {
      const { browser, start } = await openPortal({ url: 'https://portal.example/login', stored: remembered })
      await start()
      await passMs(0)
      expect(browser.sent('/api/user/silentLogin')).toEqual([])
    },
  ],
  [
    'failure gives an empty state and the token check decides: no token',
    async () => {
      const { browser, enterUserArea, useUserState } = await openPortal({ url: USER_PAGE, stored: remembered })
      browser.answer('/api/user/silentLogin', { code: 'auth.device_refused' })
      expect(await enterUserArea(location)).toMatchObject({ redirect: `/login?${NOT_SIGNED_IN}yx_0` })
      expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
      expect(Object.fromEntries(browser.stored)).toEqual(remembered)
    },
  ],
  [
    'failure gives an empty state and the token check decides: a token',
    async () => {
      const { browser, enterUserArea, useUserState } = await openPortal({
        url: USER_PAGE,
        stored: { ...remembered, userToken: 'Bearer old' },
      })
      browser.answer('/api/user/silentLogin', { fails: 'network' })
      expect(await enterUserArea(location)).toBe('pass')
      await passMs(0)
      expect(browser.sent('/api/user/info')).toMatchObject([{ headers: { authorization: 'Bearer old' } }])
      expect(useUserState.getState().isLogin).toBe(true)
      expect(browser.stored.get('password')).toBe('dc1.one')
    },
  ],
  [
    'no token in local storage, window variable or store: /login with message and app key',
    async () => {
      const { enterUserArea } = await openPortal({ url: `${USER_PAGE}?app_key=yx_260_ios` })
      expect(await enterUserArea(location)).toEqual({
        redirect: `/login?${NOT_SIGNED_IN}yx_260`,
        state: { returnTo: '/user/balance?app_key=yx_260_ios' },
      })
    },
  ],
  ['a garbage token in local storage passes the guard, then the 401 redirects', () => expectGarbage('stored')],
  ['a garbage token in the old stored name passes the guard, then the 401 redirects', () => expectGarbage('old name')],
  ['a garbage token in the window variable passes the guard, then the 401 redirects', () => expectGarbage('window')],
  ['a garbage token in the store passes the guard, then the 401 redirects', () => expectGarbage('store')],
  ['a garbage token that no header can carry still ends at /login', () => expectGarbage('stored', '垃圾\n')],
  [
    'for /monitor a missing monitorToken leads to /loginMonitor with the same message',
    async () => {
      const { guardNow } = await openPortal({ url: MONITOR_PAGE, stored: { userToken: 'Bearer u1' } })
      expect(guardNow(location)).toEqual({ redirect: `/loginMonitor?${NOT_SIGNED_IN}yx_0`, state: null })
    },
  ],
  [
    'for /monitor a monitorToken passes',
    async () => {
      const { guardNow } = await openPortal({ url: MONITOR_PAGE, stored: { monitorToken: 'm1' } })
      expect(guardNow(location)).toBe('pass')
    },
  ],
  [
    'isLogin starts false and becomes true when user info loads',
    async () => {
      const { loadUserInfo, useUserState } = await openPortal({ url: USER_PAGE })
      expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
      await loadUserInfo()
      expect(useUserState.getState()).toMatchObject({ isLogin: true, userInfo: { iuser: 'alice', pass: 'tk1.ticket' } })
    },
  ],
  [
    'isLogin becomes false with empty user info when loading fails',
    async () => {
      const { browser, loadUserInfo, useConfigState, useUserState, loadResellerConfig } = await openPortal()
      await loadResellerConfig()
      useUserState.getState().setUserInfo(userInfo())
      browser.answer('/api/user/info', { status: 500, code: 'server.error' })
      await loadUserInfo()
      expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
      expect(useConfigState.getState().dailiConfig).toMatchObject({ daili_id: 0 })
    },
  ],
  [
    'clearing user info empties userInfo and reseller configuration',
    async () => {
      const { loadResellerConfig, useConfigState, useUserState } = await openPortal()
      await loadResellerConfig()
      useUserState.getState().setUserInfo(userInfo())
      useUserState.getState().clearUserInfo()
      expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
      expect(useConfigState.getState().dailiConfig).toEqual({})
    },
  ],
  [
    'the token is kept in browser storage and a window variable, with the prefix once',
    async () => {
      const { browser, useTokenState } = await openPortal()
      for (const raw of ['t1', 'Bearer t1']) {
        useTokenState.getState().setToken(raw)
        expect(useTokenState.getState().userToken).toBe('Bearer t1')
        expect(window.userToken).toBe('Bearer t1')
        expect(Object.fromEntries(browser.stored)).toEqual({ userToken: 'Bearer t1', token: 't1' })
      }
    },
  ],
  [
    'clearing the token empties it and removes the stored token',
    async () => {
      const { browser, useTokenState, readToken } = await openPortal()
      useTokenState.getState().setToken('t1')
      useTokenState.getState().clearToken()
      expect([useTokenState.getState().userToken, window.userToken, readToken()]).toEqual(['', undefined, null])
      expect(browser.stored.size).toBe(0)
    },
  ],
  [
    'except inside a native app wrapper',
    async () => {
      const { browser, useTokenState } = await openPortal({ stored: { app_key: 'yx_0_ios' } })
      useTokenState.getState().setToken('t1')
      useTokenState.getState().clearToken()
      expect([useTokenState.getState().userToken, window.userToken]).toEqual(['', undefined])
      expect(browser.stored.get('userToken')).toBe('Bearer t1')
    },
  ],
  [
    "a new token in a response's authorization header replaces it, also on a refusal",
    async () => {
      const { api, browser, call, useTokenState } = await openPortal()
      useTokenState.getState().setToken('t1')
      browser.answer('/api/daili/notCheck/whitelist', { data: [], authorization: 'Bearer t2' })
      await call(api.resellers.whitelist, {})
      expect([browser.stored.get('userToken'), window.userToken]).toEqual(['Bearer t2', 'Bearer t2'])
      browser.answer('/api/daili/info', { code: 'reseller.unknown', authorization: 'Bearer t3' })
      await call(api.resellers.info, { daili_id: 9 }).catch(() => {})
      expect(useTokenState.getState().userToken).toBe('Bearer t3')
    },
  ],
  [
    'a late answer does not bring back a token that was cleared or replaced meanwhile',
    async () => {
      const { api, browser, call, useTokenState, readToken } = await openPortal()
      useTokenState.getState().setToken('t1')
      browser.answer('/api/daili/notCheck/whitelist', { data: [], authorization: 'Bearer t2', delayMs: 100 })
      const slow = call(api.resellers.whitelist, {})
      useTokenState.getState().clearToken()
      await passMs(100)
      await slow
      expect(readToken()).toBeNull()
    },
  ],
  [
    'the line counter can be incremented, reset to 0, or decremented to a minimum of 0',
    async () => {
      const { useLineState } = await openPortal()
      const line = useLineState.getState()
      const times = [line.decrement, line.increment, line.increment, line.decrement, line.increment, line.reset].map(
        (move) => (move(), useLineState.getState().times),
      )
      expect(times).toEqual([0, 1, 2, 1, 2, 0])
      expect(useLineState.getState()).toMatchObject({ nodeList: [], lineList: [] })
    },
  ],
  [
    'after a user page renders, a user-info refresh is dispatched after 500 ms',
    async () => {
      const { browser, scheduleInfoRefresh } = await openPortal({ url: USER_PAGE })
      scheduleInfoRefresh()
      await passMs(499)
      expect(browser.sent('/api/user/info')).toHaveLength(0)
      await passMs(1)
      expect(browser.sent('/api/user/info')).toHaveLength(1)
    },
  ],
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('seed section 4, states', () => void sentences.forEach(([sentence, check]) => it(sentence, check)))

async function expectGarbage(place: 'stored' | 'old name' | 'window' | 'store', token = 'garbage'): Promise<void> {
  const stored = { stored: { userToken: token }, 'old name': { token }, window: {}, store: {} }[place]
  const { browser, enterUserArea, useTokenState, useUserState } = await openPortal({ url: USER_PAGE, stored })
  if (place === 'window') window.userToken = token
  if (place === 'store') useTokenState.setState({ userToken: `Bearer ${token}` })
  browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  expect(await enterUserArea(location)).toBe('pass')
  await passMs(0)
  expect(browser.visits).toEqual([`/login?${EXPIRED}yx_0`])
  expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
}
