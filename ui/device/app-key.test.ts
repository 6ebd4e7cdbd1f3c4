import { afterEach, expect, it, vi } from 'vitest'

import { openBrowser } from '../test/browser.ts'
import { startAppKey } from './app-key.ts'
import { hasFlag, startFlags } from './flags.ts'
import { isNativeWrapper } from './native-wrapper.ts'
import { readQueryParam } from './page.ts'
import { deviceOf, isWrapperAgent } from './user-agent.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['address', 'app_key=yx_260', undefined, 260, 'yx_260'],
  ['storage', '', 'yx_7_ios', 7, 'yx_7_ios'],
  ['address over storage', 'app_key=yx_260', 'yx_7', 260, 'yx_260'],
  ['a redirect keeps the third segment', 'app_key=yx_7', 'yx_7_ios', 7, 'yx_7_ios'],
  ['a broken third segment is ignored', 'app_key=yx_7_%3Cb%3E', undefined, 7, 'yx_7'],
  ['a broken key means 0 and costs no stored one', 'app_key=%22%3E', 'yx_7_ios', 0, 'yx_7_ios'],
  ['an empty key means 0', 'app_key=', undefined, 0, undefined],
  ['too many digits mean 0', 'app_key=yx_1234567890', undefined, 0, undefined],
  ['a broken stored key means 0', '', '{}', 0, 'yx_0'],
  ['nothing at all', '', undefined, undefined, undefined],
])('%s', (_name, query, stored, key, kept) => {
  const browser = openBrowser({
    url: `https://portal.example/login?${query}`,
    ...(stored === undefined ? {} : { stored: { app_key: stored } }),
  })
  expect(startAppKey().appKey?.key).toBe(key)
  expect(browser.stored.get('app_key')).toBe(kept)
})

it('mirrors the key into a cookie so that the server can choose the brand', () => {
  const browser = openBrowser({ url: 'https://portal.example/login?app_key=yx_7_ios' })
  startAppKey()
  expect(browser.cookieWrites).toEqual(['app_key=yx_7_ios; Path=/; Max-Age=31536000; SameSite=Lax; Secure'])
  const plain = openBrowser({ url: 'http://127.0.0.1:3000/login?app_key=yx_7' })
  startAppKey()
  expect(plain.cookieWrites).toEqual(['app_key=yx_7; Path=/; Max-Age=31536000; SameSite=Lax'])
})

it('reports which reseller the page has left', () => {
  openBrowser({ url: 'https://portal.example/?app_key=yx_260', stored: { app_key: 'yx_7' } })
  expect(startAppKey().leftKey).toBe(7)
  expect(startAppKey().leftKey).toBeNull()
})

it('reads a named query parameter', () => {
  expect(readQueryParam('invite', '?a=1&invite=A%20B')).toBe('A B')
  expect(readQueryParam('none', '?a=1')).toBeNull()
})

it('reads flags from the address, then from storage, and lets the address switch them off', () => {
  openBrowser({ url: 'https://portal.example/?iframe=1&pc=' })
  startFlags()
  expect([hasFlag('iframe'), hasFlag('pc')]).toEqual([true, true])
  startFlags('')
  expect(hasFlag('iframe')).toBe(true)
  startFlags('?iframe=0')
  expect([hasFlag('iframe'), hasFlag('pc')]).toEqual([false, true])
})

it.each([
  ['a plain browser', {}, false],
  ['the third segment', { stored: { app_key: 'yx_7_ios' } }, true],
  ['two segments', { stored: { app_key: 'yx_7' } }, false],
  ['the desktop client', { stored: { pc: '1' } }, true],
  ['a framing web site', { stored: { iframe: '1' } }, false],
  ['the old app, which frames', { stored: { iframe: '1' }, userAgent: `${ANDROID}) Chrome/140 Mobile` }, true],
  ['a web view', { userAgent: `${ANDROID}; wv) Chrome/140 Mobile` }, true],
  ['a web view of an iPhone', { userAgent: IPHONE }, true],
  ['the home screen of an iPhone', { userAgent: IPHONE, standalone: true }, false],
  [
    'the home screen with a third segment',
    { userAgent: IPHONE, standalone: true, stored: { app_key: 'yx_7_x' } },
    true,
  ],
])('native wrapper: %s', (_name, options, expected) => {
  openBrowser(options)
  expect(isNativeWrapper()).toBe(expected)
})

it('recognises devices and web views by their user agent', () => {
  expect([deviceOf(IPHONE), deviceOf(`${ANDROID})`), deviceOf('X11; Linux')]).toEqual(['ios', 'android', 'desktop'])
  expect(isWrapperAgent(IPHONE)).toBe(true)
  expect(isWrapperAgent(`${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`)).toBe(false)
  expect(isWrapperAgent(`${ANDROID}; wv) Chrome/140 MicroMessenger/8.0`)).toBe(false)
})
