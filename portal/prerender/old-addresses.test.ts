import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { publicPaths, userChildren } from '../../contract/page-paths.ts'

const script = readFileSync(path.join(import.meta.dirname, 'old-addresses.js'), 'utf8')

/** Where the script leads; null when it leaves the address alone. */
function lead(address: string): string | null {
  let led: string | null = null
  const history = { replaceState: (_state: null, _title: string, url: string) => (led = url) }
  // eslint-disable-next-line no-new-func -- the page runs it as it stands
  new Function('location', 'history', script)(new URL(address, 'https://shop.example'), history)
  return led
}

const addresses: [address: string, led: string | null][] = [
  ['/#/login', '/login'],
  ['/#/login?redirect=dashboard', '/login'],
  ['/#/register', '/reg'],
  ['/#/register?code=aB3dE9xZ', '/reg?invite=aB3dE9xZ'],
  ['/?app_key=yx_260#/register?code=aB3dE9xZ', '/reg?app_key=yx_260&invite=aB3dE9xZ'],
  ['/?app_key=yx_260#/dashboard', '/user?app_key=yx_260'],
  ['/#/forgetpassword', '/find_pass'],
  ['/#/Dashboard', '/user'],
  ['/#/plan', '/user/tcBuy'],
  ['/#/plan/3', '/user/tcBuy'],
  ['/#/order/2026111812345', '/user/user_payment'],
  ['/#/invite', '/user/invite'],
  ['/#/ticket/5', '/user/customer_service'],
  ['/#/knowledge?id=3', '/user/use_tutorial'],
  ['/#/node', '/user/line_list'],
  ['/#/traffic', '/user/usage_record'],
  ['/#/profile', '/user'],
  ['/#/', '/user'],
  ['/#/constructor', '/user'],
  ['/#//evil.example/x', '/user'],
  ['/#/register?code=%26x%3D1%23', '/reg?invite=%26x%3D1%23'],
  ['/', null],
  ['/?app_key=yx_260', null],
  ['/#ticket=tk1.x', null],
]
test.each(addresses)('%s leads to %s', (address, led) => {
  expect(lead(address)).toBe(led)
})

test('every place is a page of ours', () => {
  const pages = new Set<string>([...publicPaths, ...userChildren.map((child) => (child ? `/user/${child}` : '/user'))])
  for (const [, led] of addresses) if (led !== null) expect(pages).toContain(led.split('?')[0])
})
