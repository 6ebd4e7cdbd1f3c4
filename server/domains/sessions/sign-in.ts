import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { Beside } from '../../platform/limits/under-way.ts'
import { mayEnter } from '../../platform/secrets/demo-door.ts'
import { isReservedPassword } from '../../platform/secrets/password-rules.ts'
import { countedName, loadSignIn } from '../accounts/load-login.ts'
import { judgeAttempt } from '../sign-in/judge-attempt.ts'
import { verifyStored } from '../sign-in/old-digests.ts'
import { loadKnownDevice } from './devices/load-known-device.ts'
import { endDevice } from './end-sessions.ts'
import { checkSecondFactor } from './factors/check-second-factor.ts'
import { openSession, type OpenedSession, type ReadInfo } from './open-session.ts'
import { tellNewName } from './tell-new-name.ts'
import { turnPassword } from './turn-password.ts'

type Found = Awaited<ReturnType<typeof loadSignIn>>
type LoginInput = Static<typeof api.sessions.login.input>

/**
 * Password sign-in. Known and unknown accounts take the same path: one hash, the same work of digests, one answer. `read`
 * causes no wait of its own.
 */
export async function signIn(ctx: Ctx<'public' | 'anyone'>, input: LoginInput, read: ReadInfo): Promise<OpenedSession> {
  const { dailiKey: resellerId, userName, captcha } = input
  const device = input.device ? await loadKnownDevice(ctx, { resellerId, userName }, input.device) : null
  const attempt = { resellerId, userName: countedName(userName), captcha, familyId: device?.familyId ?? null }
  const beside: Beside<OpenedSession, Found> = {
    first: (one) => loadSignIn({ db: one }, resellerId, userName),
    last: async (one, opened) => ({ ...opened, userInfo: await read({ ...ctx, db: one }, opened.owner) }),
  }
  const signedIn = await judgeAttempt(ctx, attempt, beside, async (found) => {
    const login = await getLogin(ctx, found, input, device !== null)
    const { hasFactor } = login
    const owner = { resellerId: login.resellerId, accountId: login.id }
    if (hasFactor)
      await checkSecondFactor(ctx, owner, input.totp, { first: 'password', familyId: device?.familyId ?? null })
    const passwordHash = await turnPassword(ctx, login, input.passWord)
    const isMoving = login.passwordKind !== null
    const remember = input.remember ?? false
    return openSession(ctx, owner, 'password', { passwordHash, hasFactor, isMoving, remember })
  })
  // The browser replaces this credential by the new one. If it stayed alive, a stolen copy would never be noticed.
  if (device) await endDevice(ctx, { resellerId, accountId: device.accountId }, device.familyId)
  return signedIn
}

/** Tells about the lock, and another name, only after the right password. */
async function getLogin(
  ctx: Ctx<'public' | 'anyone'>,
  { login, slowestCost }: Found,
  { dailiKey: resellerId, userName: typed, passWord: password }: LoginInput,
  isKnownDevice: boolean,
) {
  const isTried = !isReservedPassword(password)
  const isRight = isTried && (await verifyStored(login, password, { isFirst: isKnownDevice, slowestCost }))
  if (isTried && !isRight) await tellNewName(ctx, { resellerId, typed, password, slowestCost })
  if (!login || !isRight || !mayEnter(ctx, login.isDemo, password)) fail('auth.bad_credentials')
  if (login.lockedAt) fail('auth.locked')
  return login
}
