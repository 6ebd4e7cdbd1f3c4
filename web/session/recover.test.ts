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

it.each(['reset', 'unlock'] as const)('asks for a code to %s and knows when the next may be sent', async (way) => {
  const { browser, sendRecoveryCode } = await openRecovery()
  browser.answer('/api/user/emailCode', { data: { resendAfterS: 60 } })
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  expect(await sendRecoveryCode(way, 'alice', 'proof')).toEqual({ resendAtMs: 1_060_000 })
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
  await recoverAccount(way, { userName: 'alice', code: '000111', newPass: 'a long one 77', totp })
  expect(browser.sent(path)[0]?.body).toEqual({
    userName: 'alice',
    dailiKey: 260,
    code: '000111',
    newPass: 'a long one 77',
    ...factor,
  })
  expect(readToken()).toBeNull()
})
