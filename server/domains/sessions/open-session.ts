import type { UserInfo } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Asker } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { knownAddress } from '../../platform/limits/client-address.ts'
import { randomId, randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { lockAccountRow } from '../accounts/lock-account-row.ts'
import { emit, userOf } from '../events/emit.ts'
import { newDevice } from '../sign-in/seen-clients.ts'
import { makeDevice, rememberDevice, type RememberedDevice } from './devices/remember-device.ts'
import { openAtOnce } from './open-at-once.ts'
import { findSeenClients, insertSession } from './queries.ts'

type Strength = 'password' | 'remembered'
type Options = {
  /** Make a device credential together with the session. */
  remember?: boolean
  /** The device this session comes from. */
  device?: RememberedDevice
  /** Only for that device: the token that its credential stands for, so that repeats find this session. */
  token?: string
  /** The hash that the password matched: refused if it changed in between. */
  passwordHash?: string
  /** Whether the account had a second factor: one turned on in between was not checked. */
  hasFactor?: boolean
  /** The first sign-in of a user who came from another panel: each device is a new one here, and nobody is told of it. */
  isMoving?: boolean
}

/** What the browser gets. */
export type OpenedSession = {
  owner: Owner & { sessionId: string }
  token: string
  device: RememberedDevice | null
  /** Set when it was read in the same round trip. */
  userInfo?: Answer<UserInfo>
}
export type ReadInfo = (
  ctx: Pick<Ctx, 'now' | 'language' | 'config'> & { db: Asker },
  owner: OpenedSession['owner'],
) => Promise<Answer<UserInfo>>

/**
 * Starts a session. The token is shown once and stored as a hash. After a password it takes one statement, if possible.
 */
export async function openSession(
  ctx: Ctx<'public' | 'anyone'>,
  account: Owner,
  strength: Strength,
  options: Options = {},
): Promise<OpenedSession> {
  const token = options.token ?? randomToken()
  const session = {
    ...account,
    id: randomId(),
    tokenHash: sha256(token),
    strength,
    userAgent: ctx.client.userAgent,
    address: knownAddress(ctx.client.address),
    now: ctx.now,
  }
  const made = options.remember ? makeDevice(ctx, account) : null
  const device = options.device ?? made
  const expiresAt = sessionEnd(ctx.now, strength === 'remembered' ? device : null)
  const opened = { owner: { ...account, sessionId: session.id }, token, device }
  const { passwordHash, hasFactor = false } = options
  if (passwordHash !== undefined && !('isTransaction' in ctx.db)) {
    const isOpen = await openAtOnce(ctx.db, { ...session, expiresAt, device: made }, { passwordHash, hasFactor })
    if (isOpen) return opened
  }
  await inTx(ctx, async (tx) => {
    const held = await lockAccountRow(tx, account)
    const isStale =
      (options.passwordHash !== undefined && options.passwordHash !== held?.passwordHash) ||
      (options.hasFactor === false && held?.hasFactor)
    if (!held || held.lockedAt || isStale)
      fail(strength === 'remembered' ? 'auth.device_refused' : 'auth.bad_credentials')
    if (strength === 'password' && held.verifiedEmail && !options.isMoving) {
      const aside = await newDevice(tx, (since) => findSeenClients(tx.db, account, since))
      if (aside) await emit(tx, 'login.new', { ...userOf(account), aside })
    }
    if (made) rememberDevice(tx, account, made)
    insertSession(tx.db, { ...session, familyId: device?.familyId ?? null, expiresAt })
  })
  return opened
}

/** A remembered session ends with its device: nobody stays signed in longer than that without the password. */
function sessionEnd(now: Date, device: RememberedDevice | null): Date {
  const latest = now.getTime() + limits.sessionAbsoluteMs
  return new Date(Math.min(latest, device?.expiresAt.getTime() ?? latest))
}
