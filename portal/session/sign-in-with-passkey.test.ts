import { afterEach, expect, it, vi } from 'vitest'

import { openPortal, userInfo } from '../test/portal.ts'

const BEGIN = '/api/user/passkey/loginBegin'
const LOGIN = '/api/user/passkey/login'

afterEach(() => {
  vi.doUnmock('@simplewebauthn/browser')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openWithKey(startAuthentication: (given: { optionsJSON: unknown }) => Promise<unknown>) {
  vi.doMock('@simplewebauthn/browser', () => ({ startAuthentication }))
  const portal = await openPortal({ stored: { app_key: 'yx_7' } })
  portal.browser.answer(BEGIN, { data: { options: { challenge: 'c1' } } })
  portal.browser.answer(LOGIN, { data: { token: 't1', userInfo: userInfo(), device: 'dc1.one' } })
  return { ...portal, ...(await import('./sign-in.ts')) }
}

it('gives the challenge to the passkey and signs in with its answer', async () => {
  const ask = vi.fn(() => Promise.resolve({ id: 'k1' }))
  const { browser, signInWithPasskey, readToken } = await openWithKey(ask)
  expect(await signInWithPasskey(true)).toBe(true)
  expect(ask).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c1' } })
  expect(browser.sent(LOGIN)[0]?.body).toEqual({ dailiKey: 7, response: { id: 'k1' }, remember: true })
  expect([readToken(), browser.stored.get('password')]).toEqual(['Bearer t1', 'dc1.one'])
})

it.each(['NotAllowedError', 'AbortError'])('dismissing the question (%s) is no failure', async (name) => {
  const { browser, signInWithPasskey, readToken } = await openWithKey(() => {
    return Promise.reject(Object.assign(new Error('no'), { name }))
  })
  expect(await signInWithPasskey(false)).toBe(false)
  expect([browser.sent(LOGIN), readToken()]).toEqual([[], null])
})

it('any other browser error is a failure', async () => {
  const { signInWithPasskey } = await openWithKey(() => {
    return Promise.reject(Object.assign(new Error('bad'), { name: 'SecurityError' }))
  })
  await expect(signInWithPasskey(false)).rejects.toThrow('bad')
})
