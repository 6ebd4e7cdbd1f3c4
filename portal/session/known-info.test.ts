import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { passMs } from '../../ui/test/calls.ts'
import { openPortal, userInfo } from '../test/portal.ts'

const stored = { userToken: 'Bearer t1' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openKnown() {
  const portal = await openPortal({ url: 'https://portal.example/user', stored })
  await portal.enterUserArea(location)
  await passMs(0)
  return { ...portal, known: () => portal.useUserState.getState().knownInfo }
}

it('is null until the first answer', async () => {
  const { useUserState, loadUserInfo, browser } = await openPortal({ stored })
  expect(useUserState.getState().knownInfo).toBeNull()
  browser.answer('/api/user/info', { fails: 'network' })
  await loadUserInfo()
  expect(useUserState.getState().knownInfo).toBeNull()
})

it('stays when a later request fails, while the state becomes empty', async () => {
  const { browser, loadUserInfo, useUserState, known } = await openKnown()
  expect(known()).toMatchObject({ iuser: 'alice', balanceFen: 1250 })
  browser.answer('/api/user/info', { fails: 'network' })
  await loadUserInfo({ skipRecent: true })
  expect(useUserState.getState()).toMatchObject({ isLogin: false, userInfo: {} })
  expect(known()).toMatchObject({ iuser: 'alice', balanceFen: 1250 })
})

it('follows new answers and the unread count', async () => {
  const { browser, loadUserInfo, useUserState, known } = await openKnown()
  useUserState.getState().setUnread(3)
  expect(known()?.unread).toBe(3)
  browser.answer('/api/user/info', { data: userInfo({ balanceFen: 99, unread: 1 }) })
  await loadUserInfo({ skipRecent: true })
  expect(known()).toMatchObject({ balanceFen: 99, unread: 1 })
})

it('disappears when the user signs out', async () => {
  const { signOut, known } = await openKnown()
  await signOut()
  expect(known()).toBeNull()
})

it('disappears when the session ends, because the next user may be somebody else', async () => {
  const { browser, loadUserInfo, known } = await openKnown()
  browser.answer('/api/user/info', { status: 401, code: 'auth.required' })
  await loadUserInfo({ skipRecent: true })
  expect(known()).toBeNull()
})
