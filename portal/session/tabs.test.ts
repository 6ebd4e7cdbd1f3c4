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
