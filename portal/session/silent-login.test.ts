import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { passMs } from '../../ui/test/calls.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const USER_PAGE = 'https://portal.example/user?app_key=yx_0'
const stored = { username: 'alice', password: 'dc1.one' }
const signedIn = { token: 'fresh', userInfo: userInfo(), device: 'dc1.two' }

/** A lock that is held until `release`, as if by another tab. */
function takenLock() {
  let release = () => {}
  const free = new Promise<void>((done) => (release = done))
  const request = (_name: string, options: LockOptions, work: () => Promise<unknown>) => {
    const waited = new Promise<never>((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new DOMException('waited', 'TimeoutError')))
    })
    return Promise.race([free, waited]).then(work)
  }
  return { locks: { request } as unknown as LockManager, release: () => release() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('waits for the other tab and uses the credential that one has stored', async () => {
  const { locks, release } = takenLock()
  const { browser, enterUserArea } = await openPortal({ url: USER_PAGE, stored, locks })
  browser.answer('/api/user/silentLogin', { data: { ...signedIn, device: 'dc1.three' } })
  const entered = enterUserArea(location)
  await passMs(100)
  expect(browser.sent('/api/user/silentLogin')).toEqual([])
  browser.stored.set('password', 'dc1.two')
  release()
  expect(await entered).toBe('pass')
  expect(browser.sent('/api/user/silentLogin')).toMatchObject([{ body: { passWord: 'dc1.two' } }])
  expect(browser.stored.get('password')).toBe('dc1.three')
})

it.each([
  ['refuses', () => Promise.reject(new DOMException('no', 'SecurityError'))],
  [
    'is never released',
    (_name: string, { signal }: LockOptions) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  ],
])('goes on without a lock that %s', async (_name, request) => {
  const abort = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(abort.signal)
  const locks = { request } as unknown as LockManager
  const { browser, enterUserArea } = await openPortal({ url: USER_PAGE, stored, locks })
  browser.answer('/api/user/silentLogin', { data: signedIn })
  const entered = enterUserArea(location)
  await passMs(0)
  abort.abort(new DOMException('waited', 'TimeoutError'))
  expect(await entered).toBe('pass')
  expect(browser.sent('/api/user/silentLogin')).toHaveLength(1)
})

it('runs once when the page mounts twice', async () => {
  const { browser, enterUserArea } = await openPortal({ url: USER_PAGE, stored })
  browser.answer('/api/user/silentLogin', { data: signedIn, delayMs: 50 })
  const both = [enterUserArea(location), enterUserArea(location)]
  await passMs(50)
  expect(await Promise.all(both)).toEqual(['pass', 'pass'])
  expect(await enterUserArea(location)).toBe('pass')
  expect(browser.sent('/api/user/silentLogin')).toHaveLength(1)
})

it('does not sign in a user who signed out in the meantime', async () => {
  const { browser, enterUserArea, signOut, useUserState } = await openPortal({ url: USER_PAGE, stored })
  browser.answer('/api/user/silentLogin', { data: signedIn, delayMs: 300 })
  const entered = enterUserArea(location)
  await passMs(0)
  await signOut()
  await passMs(300)
  expect(await entered).toMatchObject({ redirect: expect.stringContaining('/login?') })
  expect(useUserState.getState().isLogin).toBe(false)
  expect(browser.stored.has('password')).toBe(false)
})

it('announces nothing: two tabs that told each other would reload for ever', async () => {
  const { browser, enterUserArea } = await openPortal({ url: USER_PAGE, stored: { ...stored, app_key: 'yx_0' } })
  browser.answer('/api/user/silentLogin', { data: signedIn })
  expect(await enterUserArea(location)).toBe('pass')
  await passMs(1000)
  expect(browser.announced).toEqual([])
})

it.each([
  ['one that has ended is forgotten', { code: 'auth.device_ended' }, {}],
  ['one that is refused here may be good at another reseller', { code: 'auth.device_refused' }, stored],
  ['without an answer nothing is known', { fails: 'network' as const }, stored],
])('%s', async (_name, answer, kept) => {
  const { browser, enterUserArea } = await openPortal({ url: USER_PAGE, stored: { ...stored, app_key: 'yx_0' } })
  browser.answer('/api/user/silentLogin', answer)
  const entered = enterUserArea(location)
  await passMs(100)
  expect(await entered).not.toBe('pass')
  expect(Object.fromEntries(browser.stored)).toEqual({ app_key: 'yx_0', ...kept })
})

it('stores this device’s new credential after a password change, and keeps the old one if none comes', async () => {
  for (const [device, kept] of [
    [{ device: 'dc1.new' }, 'dc1.new'],
    [{}, 'dc1.one'],
  ] as const) {
    const { browser } = await openPortal({ url: USER_PAGE, stored: { ...stored, userToken: 'Bearer t1' } })
    browser.answer('/api/user/changePass', { data: device })
    const { changePassword } = await import('./change-password.ts')
    await changePassword({ oldPass: 'an old one', newPass: 'a new long one' })
    expect(browser.stored.get('password')).toBe(kept)
  }
})

it('does not remember a user who signed out during the password change', async () => {
  const { browser, signOut } = await openPortal({ url: USER_PAGE, stored: { ...stored, userToken: 'Bearer t1' } })
  browser.answer('/api/user/changePass', { data: { device: 'dc1.new' }, delayMs: 300 })
  const { changePassword } = await import('./change-password.ts')
  const changed = changePassword({ oldPass: 'an old one', newPass: 'a new long one' })
  await passMs(0)
  await signOut()
  await passMs(300)
  await changed
  expect(browser.stored.has('password')).toBe(false)
})
