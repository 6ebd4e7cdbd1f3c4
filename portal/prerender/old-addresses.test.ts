import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { publicPaths, userChildren } from '../../contract/page-paths.ts'

const script = readFileSync(path.join(import.meta.dirname, 'old-addresses.js'), 'utf8')

/** Where the script leads, and whether it loads that page anew; null when it leaves the address alone. */
function follow(address: string): { url: string; isLoaded: boolean } | null {
  let led: { url: string; isLoaded: boolean } | null = null
  const history = { replaceState: (_state: null, _title: string, url: string) => (led = { url, isLoaded: false }) }
  const { hash, pathname, search } = new URL(address, 'https://shop.example')
  const location = { hash, pathname, search, replace: (url: string) => (led = { url, isLoaded: true }) }
  // eslint-disable-next-line no-new-func -- the page runs it as it stands
  new Function('location', 'history', script)(location, history)
  return led
}
const lead = (address: string) => follow(address)?.url ?? null

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
  ['/login#/register?code=aB3dE9xZ', '/reg?invite=aB3dE9xZ'],
  ['/login?app_key=yx_260#/register?code=aB3dE9xZ', '/reg?app_key=yx_260&invite=aB3dE9xZ'],
  ['/login#/dashboard', '/user'],
  ['/login#x', null],
  ['/login?message=x', null],
  ['/', null],
  ['/?app_key=yx_260', null],
  ['/#ticket=tk1.x', null],
]
test.each(addresses)('%s leads to %s', (address, led) => {
  expect(lead(address)).toBe(led)
})

test('the login page, which shows its form before any code, is left; the shell, which is empty, stays', () => {
  expect([follow('/login#/register'), follow('/Login/#/register'), follow('/#/register')]).toEqual([
    { url: '/reg', isLoaded: true },
    { url: '/reg', isLoaded: true },
    { url: '/reg', isLoaded: false },
  ])
})

test('every place is a page of ours', () => {
  const pages = new Set<string>([...publicPaths, ...userChildren.map((child) => (child ? `/user/${child}` : '/user'))])
  for (const [, led] of addresses) if (led !== null) expect(pages).toContain(led.split('?')[0])
})
