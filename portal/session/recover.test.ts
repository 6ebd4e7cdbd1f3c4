import { afterEach, expect, it, vi } from 'vitest'

import { openPortal } from '../test/portal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openRecovery() {
  const portal = await openPortal({ stored: { app_key: 'yx_260' } })
  return { ...portal, ...(await import('./recover.ts')) }
}

it.each(['reset', 'unlock'] as const)('requests a code for %s and knows when the next one may be sent', async (way) => {
  const { browser, sendRecoveryCode } = await openRecovery()
  browser.answer('/api/user/emailCode', { data: { resendAfterS: 60 } })
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  expect(await sendRecoveryCode(way, { userName: 'alice', email: '' }, 'proof')).toEqual({ resendAtMs: 1_060_000 })
  expect(browser.sent('/api/user/emailCode')[0]?.body).toEqual({
    purpose: way,
    userName: 'alice',
    dailiKey: 260,
    captcha: 'proof',
  })
})

it.each([
  ['reset', '', '/api/user/findPass', {}],
  ['reset', '123456', '/api/user/findPass', { totp: '123456' }],
  ['unlock', '', '/api/user/unlock', {}],
] as const)('%s with second factor "%s"', async (way, totp, path, factor) => {
  const { browser, recoverAccount, readToken } = await openRecovery()
  browser.answer(path, {})
  await recoverAccount(way, { userName: 'alice', email: '', code: '000 111', newPass: 'a long one 77', totp })
  expect(browser.sent(path)[0]?.body).toEqual({
    userName: 'alice',
    dailiKey: 260,
    code: '000111',
    newPass: 'a long one 77',
    ...factor,
  })
  expect(readToken()).toBeNull()
})

it('brings the address that was typed and the device it knows the account by', async () => {
  const device = 'dc1.known'
  const portal = await openPortal({ stored: { app_key: 'yx_260', username: 'Alice', password: device } })
  const { sendRecoveryCode, recoverAccount } = await import('./recover.ts')
  portal.browser.answer('/api/user/emailCode', { data: { resendAfterS: 60 } })
  portal.browser.answer('/api/user/findPass', {})
  const asked = { userName: 'alice', email: 'alice@mail.example' }
  await sendRecoveryCode('reset', asked, 'proof')
  await recoverAccount('reset', { ...asked, code: '1234 5678 9012', newPass: 'a long one 77', totp: '' })
  expect(portal.browser.sent('/api/user/emailCode')[0]?.body).toMatchObject({ ...asked, device })
  expect(portal.browser.sent('/api/user/findPass')[0]?.body).toMatchObject({ ...asked, device, code: '123456789012' })
})
