import { expect, it } from 'vitest'

import { deviceName } from './device-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 'Safari', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
])('%s: a computer', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system, kind: 'computer' })
})

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webkit} CriOS/142.0 Mobile Safari/604.1`, 'Chrome', 'iPadOS'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/142.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${webkit} Version/4.0 Chrome/142.0 Mobile Safari/537.36`,
    'App',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; wv) ${webkit} Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
    'WeChat',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/132.0 Safari/537.36 ArkWeb/4.1 HuaweiBrowser/5.0`,
    'Huawei Browser',
    'HarmonyOS',
  ],
])('%s: a phone', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system, kind: 'phone' })
})

it.each(['', 'curl/8.5.0', 'x'.repeat(500)])('%s: nothing is made up', (userAgent) => {
  expect(deviceName(userAgent)).toEqual({ browser: null, system: null, kind: 'computer' })
})
