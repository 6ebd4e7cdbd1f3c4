import { expect, test } from 'vitest'

import { chooseFormat } from './choose-format.ts'
import { readAddress } from './read-address.ts'

const token = 'abcdefghijklmnopqrstuvwxyz_-0123456789'

test.each([
  ['clash-verge/v2.2.3', 'mihomo'],
  ['ClashMetaForAndroid/2.11.5.Meta', 'mihomo'],
  ['clash.meta', 'mihomo'],
  ['mihomo/1.19.2', 'mihomo'],
  ['FlClash/v0.8.80 Platform/android', 'mihomo'],
  ['NekoBox/Android/1.3.8 (Prefer ClashMeta Format)', 'mihomo'],
  ['ClashX Meta/v1.4.0', 'mihomo'],
  ['ClashX/1.118.0 (com.west2online.ClashX)', 'clash'],
  ['ClashforWindows/0.20.39', 'clash'],
  ['ClashForAndroid/2.5.12', 'clash'],
  ['Stash/3.0.0 Clash/1.9.0', 'stash'],
  ['HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box', 'sing-box'],
  ['SFA/1.12.4 (570; sing-box 1.12.4; language zh_Hans_CN)', 'sing-box'],
  ['SFI/1.12.1 (Build 1; sing-box 1.12.1)', 'sing-box'],
  ['sing-box 1.12.8', 'sing-box'],
  ['Surge iOS/3374', 'surge'],
  ['Surge Mac/2985', 'surge'],
  ['Shadowrocket/2612 CFNetwork/1568 Darwin/24.0.0', 'shadowrocket'],
  ['shadowsocks/5.3.4', 'sip008'],
  ['v2rayN/7.10', 'base64'],
  ['v2rayNG/1.9.32', 'base64'],
  ['Go-http-client/1.1', 'base64'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 'base64'],
  ['', 'base64'],
] as const)('the user agent %s gets %s', (userAgent, format) => {
  expect(chooseFormat('', userAgent)).toBe(format)
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
] as const)('the flag %s gives %s for any user agent', (flag, format) => {
  for (const userAgent of ['', 'clash-verge/v2', 'Shadowrocket/1', 'Stash/3']) {
    expect(chooseFormat(flag, userAgent)).toBe(format)
  }
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
  expect(readAddress(url)).toEqual({ token, flag })
})

test.each([
  '/sub/',
  '/sub/short',
  `/sub/${token}/more`,
  `/sub/${token}%00`,
  `/sub/${'x'.repeat(101)}`,
  '/sub/../../etc',
])('the address %s holds no token', (url) => expect(readAddress(url)).toBeNull())
