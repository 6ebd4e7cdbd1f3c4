import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

import { brandOf } from '../../contract/brand.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply, SentRequest } from '../../ui/test/network.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const script = readFileSync(path.join(import.meta.dirname, 'early-info.js'), 'utf8')
const INFO = '/api/user/info'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Options = { key?: number; isEarly?: boolean; answer?: Reply; path?: string }

/** A page of /user as the server sends it: its script runs, then the portal's code loads. */
async function openUserPage(stored: Record<string, string>, options: Options = {}) {
  const { key = 7, isEarly = true, answer, path: at = '/user' } = options
  const brand = JSON.stringify({ brand: brandOf(key) })
  const url = `https://portal.example${at}?app_key=yx_7`
  const portal = await openPortal({ url, stored, brand, cookies: { lang: 'zh-CN', 'XSRF-TOKEN': 'e%3D1' } })
  if (answer) portal.browser.answer(INFO, answer)
  Object.assign(document, { documentElement: { lang: 'zh-CN' } })
  // eslint-disable-next-line no-new-func -- the page runs it as it stands
  if (isEarly) new Function(script)()
  return portal
}

/** Each request has its own id. */
function withoutId({ headers, ...rest }: SentRequest) {
  const { 'x-request-id': id, ...others } = headers
  return { ...rest, headers: others, hasId: /^[\da-f-]{36}$/.test(id ?? '') }
}

test('the page’s own call uses the early answer, whose request was identical', async () => {
  const stored = { userToken: 'Bearer abc' }
  const plain = await openUserPage(stored, { isEarly: false })
  await plain.start()
  await plain.loadUserInfo()
  const asked = plain.browser.sent(INFO).map(withoutId)

  const portal = await openUserPage(stored)
  expect(portal.browser.sent(INFO).map(withoutId)).toEqual(asked)
  await portal.start()
  await portal.loadUserInfo()
  expect(portal.browser.sent(INFO).map(withoutId)).toEqual(asked)
  expect(portal.useUserState.getState().userInfo).toEqual(userInfo())
})

test('uses the early answer once: the next call sends a request', async () => {
  const portal = await openUserPage({ token: 'abc' })
  await portal.start()
  await portal.loadUserInfo()
  await portal.loadUserInfo({ skipRecent: true })
  expect(portal.browser.sent(INFO)).toHaveLength(2)
})

test('an early answer reveals an expired session like any call', async () => {
  const portal = await openUserPage({ userToken: 'Bearer old' }, { answer: { status: 401, code: 'auth.expired' } })
  await portal.start()
  await portal.loadUserInfo()
  expect(portal.browser.sent(INFO)).toHaveLength(1)
  expect(portal.browser.visits[0]).toMatch(/^\/login\?/)
})

test('an early answer that never arrives times out like any other', async () => {
  vi.useFakeTimers()
  const portal = await openUserPage({ userToken: 'Bearer abc' }, { answer: { fails: 'hangs' } })
  await portal.start()
  const loaded = portal.loadUserInfo()
  await vi.advanceTimersByTimeAsync(limits.requestTimeoutMs)
  await loaded
  expect(portal.useUserState.getState().userInfo).toEqual({})
})

test.each([
  ['nobody is signed in', {}],
  ['there is nothing but the prefix', { userToken: 'Bearer ' }],
  ['a device credential signs in first', { userToken: 'Bearer abc', username: 'alice', password: 'dc1.x' }],
])('sends no early request where %s', async (_why, stored) => {
  const { browser } = await openUserPage(stored, { path: '/user/line_list' })
  expect(browser.sent(INFO)).toEqual([])
})

test('still signs in a remembered user; the early answer only shows the card until then', async () => {
  const portal = await openUserPage({ userToken: 'Bearer abc', username: 'alice', password: 'dc1.one' })
  const fresh = userInfo({ usedBytes: 7 })
  portal.browser.answer('/api/user/silentLogin', { data: { token: 'new', userInfo: fresh, device: 'dc1.two' } })
  expect(await portal.enterUserArea(location)).toBe('pass')
  expect(portal.browser.sent('/api/user/silentLogin')).toHaveLength(1)
  expect(portal.browser.sent(INFO)).toHaveLength(1)
  expect(portal.useUserState.getState().userInfo).toEqual(fresh)
})

test('uses the early answer when silent login fails', async () => {
  const portal = await openUserPage({ userToken: 'Bearer abc', username: 'alice', password: 'dc1.one' })
  portal.browser.answer('/api/user/silentLogin', { code: 'auth.device_refused' })
  expect(await portal.enterUserArea(location)).toBe('pass')
  await portal.loadUserInfo()
  expect(portal.browser.sent(INFO)).toHaveLength(1)
  expect(portal.useUserState.getState().userInfo).toEqual(userInfo())
})

test('ignores an early answer for another reseller than the page’s', async () => {
  const portal = await openUserPage({ userToken: 'Bearer abc' }, { key: 0 })
  await portal.start()
  await portal.loadUserInfo()
  expect(portal.browser.sent(INFO).map(({ body }) => body)).toEqual([{ dailiKey: 0 }, { dailiKey: 7 }])
})
