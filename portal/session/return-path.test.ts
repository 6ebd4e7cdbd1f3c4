import { afterEach, expect, it, vi } from 'vitest'

import { guard } from './guard.ts'
import { redirectMessageKey, pathAfterLogin, rememberReturnPath } from './return-path.ts'

const nobody = { hasToken: false, hasMonitorToken: false, resellerKey: 7 }

afterEach(() => void vi.unstubAllGlobals())

it.each(['/user', '/user/balance', '/user/tcBuy?period=month&coupon=A%20B', '/user?x=1'])('%s is restored', (path) => {
  const url = new URL(path, 'https://portal.example')
  expect(pathAfterLogin(rememberReturnPath(url))).toBe(path)
})

it.each([
  '//evil.example/user',
  '/user//evil.example',
  '/user/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/user',
  'javascript:alert(1)',
  '/user/../login',
  '/user/%2e%2e/login',
  '/username',
  'user/balance',
  '/login',
  '/user\t/x',
  '',
  7,
  null,
])('%s is not', (returnTo) => {
  expect(pathAfterLogin({ returnTo })).toBe('/user')
})

it.each([undefined, null, 'text', {}])('leads to /user without a remembered path', (state) => {
  expect(pathAfterLogin(state)).toBe('/user')
})

it.each([
  ['/login', 'pass'],
  ['/online', 'pass'],
  ['/notFound', 'pass'],
  ['/users', 'pass'],
  ['/loginMonitor', 'pass'],
  ['/user', 'redirect'],
  ['/user/unknown', 'redirect'],
  ['/USER/balance', 'redirect'],
  ['/monitor', 'redirect'],
  ['/Monitor', 'redirect'],
])('%s without a token: %s', (pathname, expected) => {
  const passage = guard({ pathname, search: '' }, nobody)
  expect(passage === 'pass' ? 'pass' : 'redirect').toBe(expected)
})

it('one kind of token opens no door of the other kind', () => {
  const user = { ...nobody, hasToken: true }
  const monitor = { ...nobody, hasMonitorToken: true }
  expect(guard({ pathname: '/user', search: '' }, user)).toBe('pass')
  expect(guard({ pathname: '/user', search: '' }, monitor)).not.toBe('pass')
  expect(guard({ pathname: '/monitor', search: '' }, monitor)).toBe('pass')
  expect(guard({ pathname: '/monitor', search: '' }, user)).not.toBe('pass')
})

it.each([
  ['未登录，请先登录', 'not_signed_in'],
  ['登录已过期，请重新登录', 'expired'],
  ['您的账号已被冻结，请致电 12345', 'neutral'],
  ['__proto__', 'neutral'],
  ['', null],
  [null, null],
])('message %s is shown as %s', (message, key) => {
  expect(redirectMessageKey(message)).toBe(key)
})
