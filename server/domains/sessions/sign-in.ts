import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { Beside } from '../../platform/limits/under-way.ts'
import { mayEnter } from '../../platform/secrets/demo-door.ts'
import { isReservedPassword } from '../../platform/secrets/password-rules.ts'
import { verifyPassword } from '../../platform/secrets/passwords.ts'
import { loadLogin, type Login } from '../accounts/load-login.ts'
import { judgeAttempt } from '../sign-in/judge-attempt.ts'
import { loadKnownDevice } from './devices/load-known-device.ts'
import { endDevice } from './end-sessions.ts'
import { checkSecondFactor } from './factors/check-second-factor.ts'
import { openSession, type OpenedSession, type ReadInfo } from './open-session.ts'

type LoginInput = Static<typeof api.sessions.login.input>

/**
 * Password sign-in. Known and unknown accounts take the same path: one hash, one answer. `read` causes no wait
 * of its own.
 */
export async function signIn(ctx: Ctx<'public' | 'anyone'>, input: LoginInput, read: ReadInfo): Promise<OpenedSession> {
  const { dailiKey: resellerId, userName, captcha } = input
  const device = input.device ? await loadKnownDevice(ctx, { resellerId, userName }, input.device) : null
  const attempt = { resellerId, userName, captcha, familyId: device?.familyId ?? null }
  const beside: Beside<OpenedSession, Login | null> = {
    first: (one) => loadLogin({ db: one }, resellerId, userName),
    last: async (one, opened) => ({ ...opened, userInfo: await read({ ...ctx, db: one }, opened.owner) }),
  }
  const signedIn = await judgeAttempt(ctx, attempt, beside, async (account) => {
    const { passwordHash, hasFactor, ...owner } = await getOwner(ctx, account, input.passWord, device !== null)
    if (hasFactor)
      await checkSecondFactor(ctx, owner, input.totp, { first: 'password', familyId: device?.familyId ?? null })
    return openSession(ctx, owner, 'password', { passwordHash, hasFactor, remember: input.remember ?? false })
  })
  // The browser replaces this credential by the new one. If it stayed alive, a stolen copy would never be noticed.
  if (device) await endDevice(ctx, { resellerId, accountId: device.accountId }, device.familyId)
  return signedIn
}

/** Tells about the lock only after the right password. */
async function getOwner(
  ctx: Ctx<'public' | 'anyone'>,
  account: Login | null,
  password: string,
  isKnownDevice: boolean,
) {
  const isTried = !isReservedPassword(password)
  const isRight = isTried && (await verifyPassword(account?.passwordHash ?? null, password, { isFirst: isKnownDevice }))
  if (!account || !isRight || !mayEnter(ctx, account.isDemo, password)) fail('auth.bad_credentials')
  if (account.lockedAt) fail('auth.locked')
  const { id, passwordHash, hasFactor } = account
  return { resellerId: account.resellerId, accountId: id, passwordHash, hasFactor }
}
