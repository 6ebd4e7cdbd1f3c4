import { expect, it } from 'vitest'

import { clientOfAgent, clients, placeOf } from './clients.ts'
import { SYSTEMS, systemOfAgent } from './systems.ts'

it.each(SYSTEMS)('%s has clients, each with a place to get it', (system) => {
  const here = clients.filter(({ systems }) => systems.includes(system))
  expect(here.length).toBeGreaterThan(0)
  for (const client of here)
    expect([client.id, placeOf(client, system)]).toEqual([client.id, expect.stringMatching(/^https:/)])
})

it.each([
  ['ios', 'shadowrocket'],
  ['android', 'clash-meta'],
  ['harmony', 'clashbox'],
  ['windows', 'clash-verge'],
  ['mac', 'clash-verge'],
  ['linux', 'clash-verge'],
  ['router', 'openclash'],
] as const)('the most likely client of %s is %s', (system, first) => {
  expect(clients.find(({ systems }) => systems.includes(system))?.id).toBe(first)
})

it('has each client once, with a mark that can be read', () => {
  expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length)
  for (const { id, colour } of clients) expect([id, contrastToWhite(colour) >= 3]).toEqual([id, true])
})

it.each([
  ['clash-verge/v2.5.0', 'clash-verge'],
  ['FlClash/v0.8.96 clash-verge Platform/android', 'flclash'],
  ['ClashMetaForAndroid/2.11.9.Meta', 'clash-meta'],
  ['mihomo.party/v2.0.3 (clash.meta)', 'clash-party'],
  ['Clash Mi/1.0.12 platform/ios ClashMeta', 'clash-mi'],
  ['Stash/3.1.0 Clash/1.9.0', 'stash'],
  ['SFA/1.13.2 (570; sing-box 1.13.2; language zh_Hans_CN)', 'sing-box'],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify'],
  ['Karing/1.2.3 platform/ios mihomo/1.19;clash-verge;clash.meta;sing-box 1.13;HiddifyNext', 'karing'],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'nekobox'],
  ['v2rayNG/2.3.5', 'v2rayng'],
  ['v2rayN/7.24.8', 'v2rayn'],
  ['Quantumult%20X/1.5.3 (iPhone16,1; iOS 19.0)', 'quantumult-x'],
  ['Decar/893 CFNetwork/1568', 'loon'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', undefined],
  ['curl/8.11', undefined],
])('%s is %s', (agent, id) => expect(clientOfAgent(agent)?.id).toBe(id))

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 0, 'mac'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 Chrome/114 Mobile', 5, 'android'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 ArkWeb/5.0 Mobile', 5, 'harmony'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 10, 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'linux'],
] as const)('%s with %i touch points runs %s', (userAgent, touchPoints, system) => {
  expect(systemOfAgent(userAgent, touchPoints)).toBe(system)
})

function contrastToWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
