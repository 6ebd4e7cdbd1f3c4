import { expect, test } from 'vitest'

import { knownClient, nameClient } from './name-client.ts'

test.each([
  ['clash-verge/v2.5.0', 'Clash Verge'],
  ['FlClash/v0.8.96 clash-verge Platform/android', 'FlClash'],
  ['FlClash X/v0.3.0 Platform/android', 'FlClash'],
  ['ClashMetaForAndroid/2.11.14.Meta', 'Clash Meta'],
  ['clash.meta/1.19.5', 'Clash Meta'],
  ['mihomo/1.19.2', 'Clash Meta'],
  ['mihomo.party/v2.0.3 (clash.meta)', 'Clash Party'],
  ['sparkle/v1.6.0', 'Sparkle'],
  ['ClashX Meta/1.4.3', 'ClashX Meta'],
  ['clash-nyanpasu/v2.0.0', 'Clash Nyanpasu'],
  ['Clash Mi/1.0.9 platform/ios ClashMeta', 'Clash Mi'],
  ['ClashforWindows/0.20.39', 'Clash'],
  ['Stash/3.0.0 Clash/1.9.0', 'Stash'],
  ['SFA/1.13.2 (512; sing-box 1.13.2; language zh_CN)', 'sing-box'],
  ['SFI/1.13.2 (Build 1; sing-box 1.13.2)', 'sing-box'],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'Hiddify'],
  ['Karing/1.2.0 platform/android mihomo/1.19;clash-verge;sing-box 1.12;HiddifyNext', 'Karing'],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'NekoBox'],
  ['Throne/1.0 (Prefer ClashMeta Format)', 'Throne'],
  ['v2rayNG/2.3.5', 'v2rayNG'],
  ['v2rayN/7.24.8', 'v2rayN'],
  ['Shadowrocket/2678 CFNetwork/1568.300.101 Darwin/24.2.0', 'Shadowrocket'],
  ['Surge iOS/3374', 'Surge'],
  ['Surge Mac/2985', 'Surge'],
  ['Loon/3.2.4', 'Loon'],
  ['Quantumult%20X/1.5.2', 'Quantumult X'],
  ['Egern/2.3', 'Egern'],
  ['Surfboard/2.24', 'Surfboard'],
  ['Happ/3.1.0', 'Happ'],
  ['v2raytun/ios', 'v2RayTun'],
  ['Streisand/1.6', 'Streisand'],
  ['V2Box/9.1', 'V2Box'],
  ['OpenClash clash-verge/v2.4.5', 'OpenClash'],
])('%s is %s', (userAgent, name) => {
  expect(nameClient(userAgent)).toBe(name)
})

test.each([
  ['MyProxy/1.0 (Linux)', 'MyProxy'],
  ['My Own Client', 'My Own Client'],
  ['Néko<script>alert(1)</script>/2', 'N ko script alert 1'],
  ['curl/8.5.0', null],
  ['okhttp/4.12.0', null],
  ['Go-http-client/2.0', null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', null],
  ['12345', null],
  ['汉字', null],
  ['', null],
  ['x'.repeat(500), 'x'.repeat(40)],
])('an unknown agent is called by its first product, in plain letters, or not at all: %s', (userAgent, name) => {
  expect(nameClient(userAgent)).toBe(name)
})

test('a browser is no client', () => {
  for (const browser of [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.60',
  ]) {
    expect(knownClient(browser), browser).toBeNull()
  }
})
