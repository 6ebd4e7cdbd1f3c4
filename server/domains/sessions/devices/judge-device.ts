import { limits } from '../../../../contract/limits.ts'
import type { Family, Generation } from './queries.ts'

/** `rotate` makes the successor, `repeat` hands out the same one again, `stolen` ends the family. */
export type DeviceVerdict = 'rotate' | 'repeat' | 'stolen' | 'refused'

function isFamilyAlive(family: Family, now: Date): boolean {
  const idleUntil = family.seenAt.getTime() + limits.deviceIdleMs
  return family.revokedAt === null && now < family.expiresAt && now.getTime() < idleUntil
}

/**
 * A lost answer must not log anybody out: a secret stays good for 60 s after its successor was made, and as long as
 * that successor was never used. Whoever shows it later has a copy of what somebody else went on with.
 */
export function judgeDevice(family: Family, shown: Generation | null, now: Date): DeviceVerdict {
  if (!shown || !isFamilyAlive(family, now)) return 'refused'
  if (!shown.nextCreatedAt) return 'rotate'
  const isInGrace = now.getTime() < shown.nextCreatedAt.getTime() + limits.deviceGraceMs
  return shown.nextUsedAt === null || isInGrace ? 'repeat' : 'stolen'
}
