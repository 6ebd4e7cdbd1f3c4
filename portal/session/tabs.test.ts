import { afterEach, expect, it, vi } from 'vitest'

import { openPortal, userInfo } from '../test/portal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('announces sign-in, sign-out and a changed reseller', async () => {
  const portal = await openPortal({ url: 'https://portal.example/login?app_key=yx_7', stored: { app_key: 'yx_0' } })
  portal.browser.answer('/api/user/login', { data: { token: 't1', userInfo: userInfo() } })
  await portal.start()
  await portal.signIn({ userName: 'alice', passWord: 'hunter22', remember: false })
  await portal.signOut()
  expect(portal.browser.announced).toEqual(['brand', 'login', 'logout'])
})

it('does not announce an unchanged reseller', async () => {
  const { browser, start } = await openPortal({
    url: 'https://portal.example/?app_key=yx_7',
    stored: { app_key: 'yx_7_ios' },
  })
  await start()
  expect(browser.announced).toEqual([])
})

it('reloads for what another tab did, and for nothing else', async () => {
  const { browser, followOtherTabs } = await openPortal({ url: 'https://portal.example/user' })
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
  const { browser, followOtherTabs } = await openPortal(framed)
  followOtherTabs()
  browser.hear('login')
  expect(browser.visits).toEqual(['/user/line_list?a=1&app_key=yx_260_n'])
})

it('does not reload an address with a reseller for a brand change: two such tabs would reload for ever', async () => {
  const { browser, followOtherTabs } = await openPortal({ url: 'https://portal.example/login?app_key=yx_0' })
  followOtherTabs()
  browser.hear('brand')
  expect(browser.visits).toEqual([])
  browser.hear('login')
  expect(browser.visits).toHaveLength(1)
})

it('works without messages between tabs', async () => {
  const { announce, browser, followOtherTabs } = await openPortal()
  vi.stubGlobal('BroadcastChannel', undefined)
  announce('login')
  followOtherTabs()()
  expect(browser.announced).toEqual([])
})
