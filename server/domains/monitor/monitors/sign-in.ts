import type { Static } from 'typebox'

import { limits } from '../../../../contract/limits.ts'
import type { monitor as calls } from '../../../../contract/monitor.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Asker } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { knownAddress } from '../../../platform/limits/client-address.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits/limits.ts'
import { randomToken, sha256, seal, unseal } from '../../../platform/secrets/crypto.ts'
import { DEMO_MONITOR, mayEnter } from '../../../platform/secrets/demo-door.ts'
import { verifyPassword } from '../../../platform/secrets/passwords.ts'
import { judgeAttempt } from '../../sign-in/judge-attempt.ts'
import { stepOfCode } from '../../sign-in/totp.ts'
import {
  insertMonitorSession,
  loadMonitor,
  spendMonitorStep,
  type MonitorLogin,
  revokeMonitorSession,
} from './queries.ts'

type Input = Static<typeof calls.login.input>
type Output = Static<typeof calls.login.output>

/** No reseller has this key: wrong tries here count apart from those of users with the same name. */
const NO_RESELLER = -1
/** As with users: keeps the chance to guess one of three valid codes in a million very low. */
const WRONG_CODES = { name: 'monitor-totp', points: 10, windowMs: 3_600_000 }

/** Has the same limits as a user's sign-in, and also one hash and one answer for known and unknown names. */
export function signInMonitor(ctx: Ctx<'public'>, input: Input): Promise<Output> {
  const attempt = { resellerId: NO_RESELLER, userName: input.userName, captcha: input.captcha, familyId: null }
  const first = (one: Asker) => loadMonitor(one, input.userName)
  return judgeAttempt(ctx, attempt, { first }, async (monitor) => {
    const isRight = await verifyPassword(monitor?.passwordHash ?? null, input.passWord)
    const isDemo = monitor?.userName === DEMO_MONITOR
    if (!monitor || !isRight || !mayEnter(ctx, isDemo, input.passWord)) fail('auth.bad_credentials')
    await checkCode(ctx, monitor, input.totp)
    const token = randomToken()
    const isOpen = await insertMonitorSession(ctx.db, monitor, {
      tokenHash: sha256(token),
      userAgent: ctx.client.userAgent,
      address: knownAddress(ctx.client.address),
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + limits.monitorAbsoluteMs),
    })
    if (!isOpen) fail('auth.bad_credentials')
    return { token, userName: monitor.userName, resellerId: monitor.resellerId }
  })
}

async function checkCode(
  ctx: Ctx<'public'>,
  { id, totpSecret }: MonitorLogin,
  code: string | undefined,
): Promise<void> {
  if (!totpSecret) return
  if (code === undefined) fail('auth.totp_required')
  // Count before checking, so that a thousand concurrent guesses are not all checked.
  const count = await countOne(ctx, WRONG_CODES, String(id))
  if (count.isOver) refuseTooMany(count)
  const step = stepOfCode(unsealMonitorSecret(ctx.config, id, totpSecret), code.replaceAll(/\s/g, ''), ctx.now)
  if (step === null || !(await spendMonitorStep(ctx.db, id, step))) fail('auth.totp_wrong')
  await giveBack(ctx, WRONG_CODES, String(id))
}

/** Open streams of the session end at their next check, within seconds and in every process. */
export async function signOutMonitor(ctx: Ctx<'monitor'>): Promise<void> {
  await revokeMonitorSession(ctx.db, ctx.actor.sessionId, ctx.now)
}

const PURPOSE = 'monitor-totp'

export function sealMonitorSecret(config: Config, monitorId: number, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, String(monitorId), secret)
}

export function unsealMonitorSecret(config: Config, monitorId: number, sealed: Buffer): string {
  return unseal(config, PURPOSE, String(monitorId), sealed)
}
