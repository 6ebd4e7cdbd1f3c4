import { afterEach, expect, it, vi } from 'vitest'

import { AGREEMENT_VERSION } from '../../contract/agreement.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const typed = { userName: 'Newcomer', passWord: 'a long one 77', inviteCode: '', captcha: 'proof', remember: false }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("registers at the host's reseller, however late that is known, and signs in", async () => {
  const portal = await openPortal({ stored: { username: 'bob', password: 'dc1.bob' } })
  portal.browser.answer('/api/daili/notCheck/dailiKey', { data: 1007, delayMs: 20 })
  portal.browser.answer('/api/user/reg', { data: { token: 't1', userInfo: userInfo({ iuser: 'Newcomer' }) } })
  const { register } = await import('./register.ts')
  await register(typed)
  const [sent] = portal.browser.sent('/api/user/reg')
  expect(sent?.body).toEqual({ ...typed, daili: 1007, agreement: AGREEMENT_VERSION })
  expect(portal.useUserState.getState()).toMatchObject({ isLogin: true, userInfo: { iuser: 'Newcomer' } })
  expect(Object.fromEntries(portal.browser.stored)).toEqual({ userToken: 'Bearer t1', token: 't1' })
  expect(portal.browser.announced).toEqual(['login'])
})

it('remembers the new account if asked to', async () => {
  const portal = await openPortal({ stored: { app_key: 'yx_7' } })
  const data = { token: 't1', userInfo: userInfo({ iuser: 'Newcomer' }), device: 'dc1.new' }
  portal.browser.answer('/api/user/reg', { data })
  const { register } = await import('./register.ts')
  await register({ ...typed, remember: true })
  expect(portal.browser.sent('/api/user/reg')).toMatchObject([{ body: { remember: true } }])
  expect(Object.fromEntries(portal.browser.stored)).toMatchObject({ username: 'Newcomer', password: 'dc1.new' })
})

it('a refusal changes nothing', async () => {
  const portal = await openPortal({ stored: { app_key: 'yx_7', username: 'bob', password: 'dc1.bob' } })
  portal.browser.answer('/api/user/reg', { status: 409, code: 'account.taken' })
  const { register } = await import('./register.ts')
  await expect(register(typed)).rejects.toMatchObject({ code: 'account.taken' })
  expect(Object.fromEntries(portal.browser.stored)).toEqual({ app_key: 'yx_7', username: 'bob', password: 'dc1.bob' })
})

it('knows before anybody types that there is no such reseller', async () => {
  const portal = await openPortal({ stored: { app_key: 'yx_7777' } })
  portal.useConfigState.getState().setDailiKey(7777)
  portal.browser.answer('/api/daili/dailiConfig', { status: 422, code: 'reseller.unknown' })
  await portal.loadResellerConfig()
  expect(portal.useConfigState.getState().isUnknown).toBe(true)
  portal.browser.answer('/api/daili/dailiConfig', { status: 503, code: 'server.unavailable' })
  await portal.loadResellerConfig()
  expect(portal.useConfigState.getState().isUnknown).toBe(false)
})
