import { afterEach, expect, it, vi } from 'vitest'

import type { BrowserOptions } from '../test/browser.ts'
import { openPage } from '../test/page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openTab(options?: BrowserOptions) {
  return { ...(await openPage(options)), ...(await import('./tabs.ts')) }
}

it('reloads for what another tab did, and for nothing else', async () => {
  const { browser, followOtherTabs } = await openTab({ url: 'https://portal.example/user' })
  const end = followOtherTabs()
  browser.hear('something else')
  expect(browser.visits).toEqual([])
  for (const event of ['login', 'logout', 'brand']) browser.hear(event)
  expect(browser.visits).toEqual(['/user', '/user', '/user'])
  end()
  browser.hear('login')
  expect(browser.visits).toHaveLength(3)
})

it('names the reseller in a reload inside another site’s frame, because no cookie does', async () => {
  const url = 'https://portal.example/user/line_list?a=1'
  const framed = { url, stored: { app_key: 'yx_260_n' }, framed: true }
  const { browser, followOtherTabs } = await openTab(framed)
  followOtherTabs()
  browser.hear('login')
  expect(browser.visits).toEqual(['/user/line_list?a=1&app_key=yx_260_n'])
})

it('does not reload an address with a reseller for a brand change: two such tabs would reload for ever', async () => {
  const { browser, followOtherTabs } = await openTab({ url: 'https://portal.example/login?app_key=yx_0' })
  followOtherTabs()
  browser.hear('brand')
  expect(browser.visits).toEqual([])
  browser.hear('login')
  expect(browser.visits).toHaveLength(1)
})

it('works without messages between tabs', async () => {
  const { announce, browser, followOtherTabs } = await openTab()
  vi.stubGlobal('BroadcastChannel', undefined)
  announce('login')
  followOtherTabs()()
  expect(browser.announced).toEqual([])
})

it('works where the browser refuses messages together with storage', async () => {
  const { announce, followOtherTabs } = await openTab({ framed: true, denied: true })
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('denied', 'SecurityError')
  })
  announce('login')
  followOtherTabs()()
})
