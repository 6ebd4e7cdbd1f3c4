import { limits } from '../../../contract/limits.ts'
import { knownAddress } from '../../platform/client-address.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { randomId, randomToken, sha256 } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { holdAccount } from '../accounts/hold-account.ts'
import { noticeNewDevice } from './devices/notice-new-device.ts'
import { rememberDevice, type RememberedDevice } from './devices/remember-device.ts'
import { insertSession } from './queries.ts'

type Strength = 'password' | 'remembered'
type Options = {
  /** Make a device credential beside the session. */
  remember?: boolean
  /** The device this session comes from. */
  device?: RememberedDevice
  /** For that device alone: the token its credential stands for, so that repeats find this session. */
  token?: string
  /** The hash the shown password was right for: a change in between makes it wrong. */
  passwordHash?: string
  /** Whether the account had a second factor to show: one that was turned on in between was not shown. */
  hasFactor?: boolean
}

/** What `answerSignedIn` tells the browser. */
export type OpenedSession = { owner: Owner & { sessionId: string }; token: string; device: RememberedDevice | null }

/** Starts a session. The token leaves here once and is kept as a hash. */
export async function openSession(
  ctx: Ctx<'public' | 'anyone'>,
  account: Owner,
  strength: Strength,
  options: Options = {},
): Promise<OpenedSession> {
  const token = options.token ?? randomToken()
  const { sessionId, device } = await inTx(ctx, async (tx) => {
    const held = await holdAccount(tx, account)
    const isStale =
      (options.passwordHash !== undefined && options.passwordHash !== held?.passwordHash) ||
      (options.hasFactor === false && held?.hasFactor)
    if (!held || held.lockedAt || isStale)
      fail(strength === 'remembered' ? 'auth.device_refused' : 'auth.bad_credentials')
    if (strength === 'password') await noticeNewDevice(tx, account, held)
    const device = options.device ?? (options.remember ? await rememberDevice(tx, account) : null)
    const sessionId = randomId()
    insertSession(tx.db, {
      ...account,
      id: sessionId,
      tokenHash: sha256(token),
      strength,
      familyId: device?.familyId ?? null,
      userAgent: ctx.client.userAgent,
      address: knownAddress(ctx.client.address),
      now: ctx.now,
      expiresAt: sessionEnd(ctx.now, strength === 'remembered' ? device : null),
    })
    return { sessionId, device }
  })
  return { owner: { ...account, sessionId }, token, device }
}

/** A remembered session ends with its device: nobody stays signed in longer than that without the password. */
function sessionEnd(now: Date, device: RememberedDevice | null): Date {
  const latest = now.getTime() + limits.sessionAbsoluteMs
  return new Date(Math.min(latest, device?.expiresAt.getTime() ?? latest))
}
