import { afterEach, expect, it, vi } from 'vitest'

import { openBrowser } from '../test/browser.ts'
import { stopInstallPrompt, offersPasskeys } from './native-wrapper.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ANDROID_APP = 'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) Chrome/140 Mobile'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['a browser without a key', {}, { install: true, passkeys: true }],
  ['a browser with the key of the old app', { stored: { app_key: 'yx_0' } }, { install: true, passkeys: true }],
  ['the old app', { stored: { app_key: 'yx_0' }, userAgent: ANDROID_APP }, { install: false, passkeys: false }],
  ['an app that gives no key', { userAgent: IPHONE }, { install: false, passkeys: false }],
  ['the old desktop client', { stored: { app_key: 'yx_0', pc: '1' } }, { install: false, passkeys: false }],
  ['the new app', { stored: { app_key: 'yx_0_ios' }, userAgent: IPHONE }, { install: false, passkeys: true }],
  ['the home screen', { userAgent: IPHONE, standalone: true }, { install: true, passkeys: true }],
])('offers %s the right prompts', (_name, options, expected) => {
  const browser = openBrowser({ ...options, hasPasskeys: true })
  stopInstallPrompt()
  const install = browser.dispatch(new Event('beforeinstallprompt', { cancelable: true }))
  expect({ install, passkeys: offersPasskeys() }).toEqual(expected)
})

it.each([
  ['the browser has none', {}],
  ['the address is bare', { hasPasskeys: true, url: 'http://192.168.1.7:3000/login' }],
])('offers no passkey where %s', (_name, options) => {
  openBrowser(options)
  expect(offersPasskeys()).toBe(false)
})
