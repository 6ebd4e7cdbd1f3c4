import { startAppKey } from '../../ui/device/app-key.ts'
import { startFlags } from '../../ui/device/flags.ts'
import { announce } from '../../ui/device/tabs.ts'
import { useConfigState } from '../state/config.ts'
import { useUserState } from '../state/user.ts'
import { guardNow, type Passage } from './guard.ts'
import { forgetKept } from './offline.ts'
import { loadKeyByHost, loadResellerConfig, loadWhitelist } from './reseller-config.ts'
import type { Place } from './return-path.ts'
import { silentLogin } from './silent-login.ts'
import { startToken } from './token.ts'
import { loadUserInfo } from './user-info.ts'

let started: Promise<void> | null = null
let signingIn: Promise<unknown> | null = null
let first: Passage | null = null
let info: Promise<void> | null = null

/** Once per page load. Resolves when the reseller is known; its configuration and the whitelist load afterwards. */
export function start(): Promise<void> {
  started ??= findReseller()
  return started
}

/**
 * Before a user page shows: silent login if a credential is stored, then the token check decides. The caller shows 加载中
 * meanwhile. Safe to call twice at once (React mounts effects twice in development).
 */
export async function enterUserArea(place: Place): Promise<Passage> {
  await start()
  if (!useUserState.getState().isLogin) {
    signingIn ??= silentLogin().finally(() => (signingIn = null))
    await signingIn
  }
  const passage = guardNow(place)
  if (passage === 'pass' && !useUserState.getState().isLogin) info = loadUserInfo()
  return passage
}

/** For the first page of /user: decides while its code loads, so that it renders once. */
export async function enterFirst(place: Place): Promise<Passage> {
  first = await enterUserArea(place)
  return first
}

/** For a page whose HTML already shows part of the answer: wait for it, so that no spinner replaces that part. */
export async function firstInfo(): Promise<void> {
  await info
}

export function firstPassage(): Passage | null {
  return first
}

/** True for the first entry only; later entries are checked again. */
export function takeFirstPassage(): boolean {
  const wasGiven = first !== null
  first = null
  return wasGiven
}

async function findReseller(): Promise<void> {
  startFlags()
  startToken()
  void loadWhitelist()
  const { appKey, leftKey } = startAppKey()
  useConfigState.getState().setDailiKey(appKey ? appKey.key : await loadKeyByHost())
  if (leftKey !== null) {
    forgetKept()
    announce('brand')
  }
  void loadResellerConfig()
}
