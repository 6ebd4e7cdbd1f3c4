import { expect, test } from 'vitest'

import { clientOfAgent, clients, feedFormats, type FeedFormat } from '../../../contract/clients.ts'
import { userAgents } from '../../test/build/user-agents.ts'
import { chooseFormat } from './choose-format.ts'
import { readAddress } from './read-address.ts'

const formatIds = Object.keys(feedFormats) as FeedFormat[]
const token = 'abcdefghijklmnopqrstuvwxyz_-0123456789'

test.each([
  ...userAgents,
  ['Go-http-client/1.1', 'base64'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 'base64'],
  ['', 'base64'],
] as const)('the user agent %s gets %s', (userAgent, format) => {
  expect(chooseFormat('', userAgent)).toBe(format)
})

test('every format has a client that asks for it, and every known client an agent', () => {
  expect(new Set(userAgents.map(([, format]) => format))).toEqual(new Set(formatIds))
  const named = new Set(userAgents.map(([agent]) => clientOfAgent(agent)?.id))
  // ClashBox calls itself clash.meta.
  const unnamed = clients.filter(({ id }) => !named.has(id)).map(({ id }) => id)
  expect(unnamed).toEqual(['clashbox'])
})

test.each([
  ['clash', 'clash'],
  ['meta', 'mihomo'],
  ['mihomo', 'mihomo'],
  ['verge', 'mihomo'],
  ['stash', 'stash'],
  ['sing-box', 'sing-box'],
  ['singbox', 'sing-box'],
  ['hiddify', 'sing-box'],
  ['surge', 'surge'],
  ['shadowrocket', 'shadowrocket'],
  ['SHADOWROCKET', 'shadowrocket'],
  ['sip008', 'sip008'],
  ['shadowsocks', 'sip008'],
  ['base64', 'base64'],
  ['v2ray', 'base64'],
  ...formatIds.map((id) => [id, id] as const),
] as const)('the flag %s gives %s for any user agent', (flag, format) => {
  for (const userAgent of ['', 'clash-verge/v2', 'Shadowrocket/1', 'Stash/3']) {
    expect(chooseFormat(flag, userAgent)).toBe(format)
  }
})

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 ArkWeb/5.0 Mobile',
  'Mozilla/5.0 (Linux; Android 16; wv) Chrome/140 MicroMessenger/8.0',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'curl/8.11.1',
  'Wget/1.25.0',
  'axios/1.9.0',
  'node',
  'undici',
  'okhttp/5.0.0',
  'Dart/3.9 (dart:io)',
  'python-requests/2.32.0',
  'aiohttp/3.12',
  'Java/21.0.4',
  'Apache-HttpClient/5.4',
  'PostmanRuntime/7.44.0',
  'libwww-perl/6.78',
  'Ruby',
  'PHP/8.4',
  'GuzzleHttp/7',
  'reqwest/0.12',
  'hyper/1.6',
  'CFNetwork/1568 Darwin/24.0.0',
  'Happyhour/1.0',
  'Balloon/2.0',
  'Xrayscan/1.0',
  '\u0000\u00ff',
])('the unknown user agent %j gets the list that most clients read', (userAgent) => {
  expect(chooseFormat('', userAgent)).toBe('base64')
})

test('an unknown flag leaves the choice to the user agent', () => {
  expect(chooseFormat('nonsense', 'Stash/3')).toBe('stash')
  expect(chooseFormat('nonsense', 'curl/8')).toBe('base64')
})

test.each([
  [`/sub/${token}`, ''],
  [`/sub/${token}?flag=clash`, 'clash'],
  [`/sub/${token}?app_key=yx_0&flag=clash`, 'clash'],
  [`/sub/${token}&flag=clash`, 'clash'],
  [`/sub/${token}?app_key=yx_0?flag=clash`, 'clash'],
  [`/sub/${token}&app_key=yx_0&flag=sing-box`, 'sing-box'],
  [`/sub/${token}%26flag=surge`, 'surge'],
  [`/sub/${token}?flag%3Dsurge`, 'surge'],
  [`/sub/${token}?flag`, ''],
  [`/sub/${token}?flag=${'x'.repeat(500)}`, 'x'.repeat(40)],
])('the address %s is understood', (url, flag) => {
  expect(readAddress(url)).toEqual({ token, flag, stageS: null })
})

test.each([
  '/sub/',
  '/sub/short',
  `/sub/${token}/more`,
  `/sub/${token}%00`,
  `/sub/${'x'.repeat(101)}`,
  '/sub/../../etc',
])('the address %s holds no token', (url) => expect(readAddress(url)).toBeNull())
