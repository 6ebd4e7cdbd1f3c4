import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { DEFAULT_RESELLER_KEY, FALLBACK_WHITELIST, parseAppKey } from '../../contract/app-key.ts'
import { formatBytes } from '../../contract/bytes.ts'
import { balanceNameOf } from '../../contract/default-brand.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { isMobile } from '../../ui/device/user-agent.ts'
import { validate } from '../../ui/forms/validate.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { get, outcome, passMs, post } from '../../ui/test/calls.ts'
import { startWords } from '../../ui/words/word-store.ts'
import { openPortal, type Portal, resellerConfig, userInfo } from '../test/portal.ts'
import { wordsOf } from '../words/language.ts'

const EXPIRED =
  '/login?message=%E7%99%BB%E5%BD%95%E5%B7%B2%E8%BF%87%E6%9C%9F%EF%BC%8C%E8%AF%B7%E9%87%8D%E6%96%B0%E7%99%BB%E5%BD%95&app_key='
const USER_PAGE = 'https://portal.example/user/balance'

/** One line of the seed's table of calls: what the browser sends. */
function sends(method: 'GET' | 'POST', path: string, payload: Record<string, unknown>): [string, () => Promise<void>] {
  return [
    `${method} ${path}`,
    async () => {
      const { browser, call, api } = await openPortal()
      browser.answer(path, { data: 'answer' })
      const known = Object.values(api)
        .flatMap((calls): Route[] => Object.values(calls))
        .find((route) => route.path === path)
      expect(known?.method ?? method).toBe(method)
      expect(await call(known ?? (method === 'GET' ? get(path) : post(path)), payload)).toBe('answer')
      const query = Object.keys(payload).length > 0 ? `?${new URLSearchParams(payload as Record<string, string>)}` : ''
      expect(browser.requests).toMatchObject([
        method === 'GET' ? { method, url: path + query, body: null } : { method, url: path, body: payload },
      ])
    },
  ]
}

const section7: [string, () => Promise<void> | void][] = [
  [
    'a base path (the origin of the page) and JSON bodies',
    async () => {
      const { browser, call, api } = await openPortal()
      await call(api.resellers.config, { daili_id: 7 })
      expect(browser.requests[0]?.headers['content-type']).toBe('application/json')
      expect(browser.requests[0]).toMatchObject({ url: '/api/daili/dailiConfig', body: { daili_id: 7 } })
    },
  ],
  [
    'XSRF cookie handling: echoed on unsafe calls only',
    async () => {
      const { browser, call, api } = await openPortal({ cookies: { other: '1', 'XSRF-TOKEN': 'x%2By' } })
      await call(api.resellers.whitelist, {})
      await call(api.resellers.config, { daili_id: 0 })
      expect(browser.requests.map((request) => request.headers['x-xsrf-token'])).toEqual([undefined, 'x+y'])
    },
  ],
  [
    'an authorization header from the stored token; monitor calls use theirs',
    async () => {
      const { browser, call, api } = await openPortal({
        stored: { userToken: 'Bearer u1', monitorToken: 'Bearer m1' },
      })
      browser.answer('/api/monitor/overview', {})
      await call(api.resellers.whitelist, {})
      await call(get('/api/monitor/overview'), {})
      expect(browser.requests.map((request) => request.headers['authorization'])).toEqual(['Bearer u1', 'Bearer m1'])
    },
  ],
  [
    'timeout 5000 ms',
    async () => {
      const { browser, call, api } = await openPortal()
      browser.answer('/api/daili/notCheck/whitelist', { fails: 'hangs' })
      let ended: unknown = 'waiting'
      void outcome(call(api.resellers.whitelist, {})).then((result) => (ended = result))
      await passMs(4999)
      expect(ended).toBe('waiting')
      await passMs(1)
      expect(ended).toEqual({ error: 'client.timeout' })
    },
  ],
  sends('POST', '/api/user/login', { userName: 'alice', passWord: 'secret', dailiKey: 0 }),
  sends('POST', '/api/user/info', { dailiKey: 0 }),
  sends('GET', '/api/user/captcha', {}),
  sends('POST', '/api/user/reg', { userName: 'a', passWord: 'b', captcha: 'c', daili: 0, inviteCode: 'd' }),
  sends('POST', '/api/user/freeze', { type: 'pause' }),
  sends('POST', '/api/daili/info', { daili_id: 7 }),
  sends('POST', '/api/daili/dailiConfig', { daili_id: 7 }),
  sends('GET', '/api/user/alipay/getKey', {}),
  sends('POST', '/api/user/alipay/pay', { type: 'daili', daili_id: 7, amountFen: 100 }),
  sends('POST', '/api/user/alipay/check', { out_trade_no: '1' }),
  sends('GET', '/api/user/payType', { paytype: 'user' }),
  sends('GET', '/api/daili/notCheck/whitelist', {}),
  sends('POST', '/api/user/createDaili', { name: 'n' }),
  sends('POST', '/api/user/silentLogin', { userName: 'alice', passWord: 'dc1.a', dailiKey: 0 }),
  sends('GET', '/api/daili/notCheck/dailiKey', {}),
  [
    'the captcha is cached 200 ms, counted from its answer',
    async () => {
      const { browser, call } = await openPortal()
      browser.answer('/api/user/captcha', { data: 'challenge', delayMs: 300 })
      const first = call(get('/api/user/captcha'), {})
      await passMs(300 + 199)
      await first
      await call(get('/api/user/captcha'), {})
      expect(browser.requests).toHaveLength(1)
      await passMs(1)
      void call(get('/api/user/captcha'), {})
      expect(browser.requests).toHaveLength(2)
    },
  ],
  [
    'GET with the download option navigates to the URL with a query string',
    async () => {
      const { browser, call } = await openPortal({ url: USER_PAGE })
      await call(get('/api/balance/export'), { ticket: 'a b', kind: undefined }, { download: true })
      expect(browser.visits).toEqual(['/api/balance/export?ticket=a+b'])
      expect(browser.requests).toEqual([])
    },
  ],
  [
    'identical requests within 1000 ms reuse the first response',
    async () => {
      const { browser, call, api } = await openPortal()
      const first = await call(api.resellers.whitelist, {})
      await passMs(999)
      expect(await call(api.resellers.whitelist, {})).toBe(first)
      expect(browser.requests).toHaveLength(1)
      await passMs(1)
      await call(api.resellers.whitelist, {})
      expect(browser.requests).toHaveLength(2)
    },
  ],
  [
    '500 ms between looks at a waiting twin',
    async () => {
      const { browser, call, api } = await openPortal()
      browser.answer('/api/daili/notCheck/whitelist', { data: [7], delayMs: 700 })
      const ends: string[] = []
      const note = (name: string) => (keys: unknown) => ends.push(`${name} ${JSON.stringify(keys)}`)
      void call(api.resellers.whitelist, {}).then(note('first'))
      void call(api.resellers.whitelist, {}).then(note('twin'))
      await passMs(999)
      expect(ends).toEqual(['first [7]'])
      await passMs(1)
      expect(ends).toEqual(['first [7]', 'twin [7]'])
      expect(browser.requests).toHaveLength(1)
    },
  ],
  [
    'a successful unsafe call empties the window and stays in it itself',
    async () => {
      const { browser, call, api } = await openPortal()
      browser.answer('/api/km/redeem', {})
      await call(api.resellers.whitelist, {})
      await call(post('/api/km/redeem'), { code: 'c' })
      await call(post('/api/km/redeem'), { code: 'c' })
      expect(browser.sent('/api/km/redeem')).toHaveLength(1)
      await call(api.resellers.whitelist, {})
      expect(browser.sent('/api/daili/notCheck/whitelist')).toHaveLength(2)
    },
  ],
  [
    'a token change empties the window, even when the old token returns',
    async () => {
      const { browser, call, api, useTokenState } = await openPortal()
      useTokenState.getState().setToken('one')
      await call(api.resellers.whitelist, {})
      useTokenState.getState().setToken('two')
      useTokenState.getState().setToken('one')
      await call(api.resellers.whitelist, {})
      expect(browser.requests).toHaveLength(2)
    },
  ],
  [
    'failures are shared only while in flight',
    async () => {
      const { browser, call, api } = await openPortal()
      browser.answer('/api/daili/notCheck/whitelist', { code: 'server.error', status: 500, delayMs: 100 })
      const first = outcome(call(api.resellers.whitelist, {}))
      const twin = outcome(call(api.resellers.whitelist, {}))
      await passMs(500)
      expect([await first, await twin]).toEqual([{ error: 'server.error' }, { error: 'server.error' }])
      expect(browser.requests).toHaveLength(1)
      browser.answer('/api/daili/notCheck/whitelist', { data: [1] })
      expect(await call(api.resellers.whitelist, {})).toEqual([1])
    },
  ],
  [
    'the 500 ms refresh shares the start-up answer only while that is in flight',
    async () => {
      for (const [delayMs, asked] of [
        [400, 2],
        [600, 1],
      ] as const) {
        const { browser, enterUserArea, scheduleInfoRefresh } = await openPortal({
          url: `${USER_PAGE}?app_key=yx_0`,
          stored: { userToken: 'Bearer u1' },
        })
        browser.answer('/api/user/info', { data: userInfo(), delayMs })
        await enterUserArea(location)
        scheduleInfoRefresh()
        await passMs(500)
        expect(browser.sent('/api/user/info')).toHaveLength(asked)
        await passMs(5000)
      }
    },
  ],
  [
    'responses are unwrapped to the body',
    async () => {
      const { call, api } = await openPortal()
      expect(await call(api.resellers.config, { daili_id: 7 })).toEqual(resellerConfig(7))
    },
  ],
  ['chunks load lazily with a 120 s timeout', () => expectChunkTimeout()],
]

const section8: [string, () => Promise<void> | void][] = [
  ['HTTP 401: redirect to /login, login expired', () => expectRedirect(401, 'auth.required')],
  ['HTTP 404: redirect to /login, login expired', () => expectRedirect(404, 'request.unknown_path')],
  [
    'user info fails: error toast',
    async () => {
      const portal = await openPortal({ url: USER_PAGE, stored: { userToken: 'Bearer u1' } })
      portal.browser.answer('/api/user/info', { status: 500, code: 'server.error' })
      await portal.loadUserInfo()
      expect(toasts(portal)).toEqual([['error', '获取用户信息失败']])
    },
  ],
  [
    'reseller config fails: error toast, config emptied',
    async () => {
      const portal = await openPortal()
      await portal.loadResellerConfig()
      expect(portal.useConfigState.getState().dailiConfig.kf_url).toBe('https://help.example/')
      portal.browser.answer('/api/daili/dailiConfig', { status: 500, code: 'server.error' })
      await passMs(1000)
      await portal.loadResellerConfig()
      expect(toasts(portal)).toEqual([['error', '获取代理配置失败']])
      expect(portal.useConfigState.getState().dailiConfig).toEqual({})
    },
  ],
  [
    'whitelist fails: fallback list used',
    async () => {
      const { browser, loadWhitelist, useConfigState } = await openPortal()
      browser.answer('/api/daili/notCheck/whitelist', { fails: 'network' })
      await loadWhitelist()
      expect(useConfigState.getState().whiteList).toEqual([0, 228, 260, 60, 65])
    },
  ],
  [
    'unauthenticated visit: 未登录，请先登录',
    async () => {
      const { enterUserArea } = await openPortal({ url: USER_PAGE })
      const passage = await enterUserArea(location)
      expect(passage).toMatchObject({ redirect: expect.stringContaining(encodeURIComponent('未登录，请先登录')) })
    },
  ],
  [
    'a chunk that fails to load raises an error',
    async () => {
      const failed = outcome(loadChunk(() => Promise.reject(new Error('404'))))
      expect(await failed).toEqual({ error: 'failed' })
    },
  ],
  [
    'other request errors are only logged to the console',
    async () => {
      const portal = await openPortal({ url: USER_PAGE })
      portal.browser.answer('/api/user/login', { code: 'auth.bad_credentials' })
      const input = { userName: 'alice', passWord: 'hunter22', dailiKey: 0 }
      expect(await outcome(portal.call(portal.api.sessions.login, input))).toEqual({ error: 'auth.bad_credentials' })
      expect(portal.logged).toHaveBeenCalledOnce()
      expect(JSON.stringify(portal.logged.mock.calls)).not.toContain('hunter22')
      expect([toasts(portal), portal.browser.visits]).toEqual([[], []])
    },
  ],
]

const section9: [string, () => Promise<void> | void][] = [
  ['request timeout 5000 ms', () => expect(limits.requestTimeoutMs).toBe(5000)],
  ['de-duplication window 1000 ms', () => expect(limits.dedupeWindowMs).toBe(1000)],
  ['retry wait 500 ms', () => expect(limits.dedupeWaitMs).toBe(500)],
  ['captcha cache 200 ms', () => expect(limits.captchaCacheMs).toBe(200)],
  ['fallback whitelist 0, 228, 260, 60, 65', () => expect(FALLBACK_WHITELIST).toEqual([0, 228, 260, 60, 65])],
  [
    'default balance label 余额; key 0 gives 鱼币',
    async () => {
      const { useConfigState } = await openPortal()
      expect(useConfigState.getState()).toMatchObject({ balanceName: '余额', dailiKey: DEFAULT_RESELLER_KEY })
      useConfigState.getState().setDailiKey(0)
      expect(useConfigState.getState().balanceName).toBe('鱼币')
      expect([balanceNameOf(260), balanceNameOf(7)]).toEqual(['余额', '余额'])
    },
  ],
  [
    'user-info refresh delay 500 ms',
    async () => {
      const { browser, scheduleInfoRefresh } = await openPortal()
      scheduleInfoRefresh()
      const cancel = scheduleInfoRefresh()
      cancel()
      await passMs(499)
      expect(browser.requests).toHaveLength(0)
      await passMs(1)
      expect(browser.sent('/api/user/info')).toHaveLength(1)
    },
  ],
  ['chunk load timeout 120000 ms', () => expectChunkTimeout()],
  [
    'an app key has 2 or 3 underscore-separated parts',
    () => {
      expect(parseAppKey('yx_260')).toMatchObject({ key: 260, third: null, variant: 'old' })
      expect(parseAppKey('yx_260_ios-3')).toMatchObject({ key: 260, third: 'ios-3', variant: 'new' })
      expect([parseAppKey('yx'), parseAppKey('xx_1'), parseAppKey(null)]).toEqual([null, null, null])
    },
  ],
  [
    'byte sizes: Bytes, KB, MB, GB, TB, base 1024, two decimals',
    () => {
      const sizes = [0, 1, 1024, 1536, 5 * 1024 ** 2, 1024 ** 3, 1024 ** 4, 1024 ** 5]
      const texts = '0 Bytes, 1.00 Bytes, 1.00 KB, 1.50 KB, 5.00 MB, 1.00 GB, 1.00 TB, 1024.00 TB'
      expect(sizes.map(formatBytes).join(', ')).toBe(texts)
    },
  ],
  ['message duration 3 s', () => expectDuration('showMessage', 3000)],
  ['notification duration 4.5 s', () => expectDuration('showNotification', 4500)],
  [
    'mobile detection by user agent',
    () => {
      const phones = [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
        'Mozilla/5.0 (Linux; Android 16; Pixel)',
      ]
      expect(phones.map((agent) => isMobile(agent))).toEqual([true, true])
      expect(isMobile('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140')).toBe(false)
    },
  ],
  [
    'form messages from default Chinese templates (section 5)',
    async () => {
      await startWords('zh-CN', ['base'])
      const rules = { name: { label: '账号', required: true }, pass: { label: '密码', min: 8 } }
      const problems = { name: '请输入账号', pass: '密码至少8个字符' }
      expect(validate(rules, { name: ' ', pass: '1234567' }, wordsOf('base'))).toEqual(problems)
    },
  ],
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('seed section 7, calls', () => void section7.forEach(([line, check]) => it(line, check)))
describe('seed section 8, errors', () => void section8.forEach(([line, check]) => it(line, check)))
describe('seed section 9, constants', () => void section9.forEach(([line, check]) => it(line, check)))

function toasts({ useToasts }: Portal): [string, string][] {
  return useToasts.getState().toasts.map(({ tone, text }) => [tone, text])
}

async function expectRedirect(status: number, code: string): Promise<void> {
  const { browser, call, useConfigState, logged } = await openPortal({ url: `${USER_PAGE}?by=day` })
  useConfigState.getState().setDailiKey(260)
  browser.answer('/api/x', { status, code })
  browser.answer('/api/monitor/x', { status, code })
  expect(await outcome(call(get('/api/x'), {}))).toEqual({ error: code })
  expect(browser.visits).toEqual([`${EXPIRED}yx_260`])
  expect(browser.page.state).toEqual({ usr: { returnTo: '/user/balance?by=day' } })
  await outcome(call(get('/api/monitor/x'), {}))
  expect(browser.visits[1]).toBe(`${EXPIRED.replace('/login', '/loginMonitor')}yx_260`)
  expect(logged).not.toHaveBeenCalled()
}

async function expectDuration(show: 'showMessage' | 'showNotification', ms: number): Promise<void> {
  const portal = await openPortal()
  portal[show]('info', '标题', '内容')
  await passMs(ms - 1)
  expect(toasts(portal)).toHaveLength(1)
  await passMs(1)
  expect(toasts(portal)).toEqual([])
}

async function expectChunkTimeout(): Promise<void> {
  let ended: unknown = 'waiting'
  void outcome(loadChunk(() => new Promise(() => {}))).then((result) => (ended = result))
  await passMs(119_999)
  expect(ended).toBe('waiting')
  await passMs(1)
  expect(ended).toEqual({ error: 'timeout' })
}
