import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hashOf, parseCredential } from './credential.ts'
import { loadFamilyOf, loadGeneration, type Family, type Generation } from './queries.ts'

type KnownDevice = { familyId: string; accountId: number }

/** The family of a credential that proves "this device was signed in to this account". Does not use it up. */
export async function loadKnownDevice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  account: { resellerId: number; userName: string },
  credential: string,
): Promise<KnownDevice | null> {
  const shown = parseCredential(credential)
  const family = shown && (await loadFamilyOf(ctx.db, account, shown.familyId))
  if (!shown || !family) return null
  const verdict = judgeDevice(family, await loadGeneration(ctx.db, family.id, hashOf(shown)), ctx.now)
  return verdict === 'rotate' || verdict === 'repeat' ? { familyId: family.id, accountId: family.accountId } : null
}

/** `rotate` makes the successor, `repeat` returns the same one again, `stolen` ends the family. */
type DeviceVerdict = 'rotate' | 'repeat' | 'stolen' | 'refused'

function isFamilyAlive(family: Family, now: Date): boolean {
  const idleUntil = family.seenAt.getTime() + limits.deviceIdleMs
  return family.revokedAt === null && now < family.expiresAt && now.getTime() < idleUntil
}

/**
 * A lost answer must not sign anybody out: a secret stays valid for 60 s after its successor was made, and as long as
 * that successor was never used. A later use means that somebody has a copy of a credential that was already replaced.
 */
export function judgeDevice(family: Family, shown: Generation | null, now: Date): DeviceVerdict {
  if (!shown || !isFamilyAlive(family, now)) return 'refused'
  if (!shown.nextCreatedAt) return 'rotate'
  const isInGrace = now.getTime() < shown.nextCreatedAt.getTime() + limits.deviceGraceMs
  return shown.nextUsedAt === null || isInGrace ? 'repeat' : 'stolen'
}
