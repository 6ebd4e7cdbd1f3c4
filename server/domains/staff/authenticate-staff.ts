import { staffLimits } from '../../../contract/console/staff-limits.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AuthenticateStaff } from '../../platform/http/staff-guard.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { permissionsOf, roleNameOf } from './role-permissions.ts'
import { loadStaffSession, touchStaffSession } from './session-queries.ts'

/** The idle limit is only half an hour, so write "seen" every few seconds: nobody is signed out a minute early. */
const TOUCH_MS = 10_000

/** Finds the member of a console token. Looks only in its own table: no other kind of token is accepted. */
export function makeAuthenticateStaff(db: Db): AuthenticateStaff {
  return async (token, { now, polls, reseller }) => {
    const seenAfter = new Date(now.getTime() - staffLimits.idleMs)
    const found = await loadStaffSession(db, sha256(token), { now, seenAfter, reseller })
    if (!found) return null
    const isOld = now.getTime() - found.seenAt.getTime() >= TOUCH_MS
    if (isOld && !polls) await touchStaffSession(db, found.sessionId, now)
    const { staffId, name, resellerId, sessionId, provedAt, hasFactor, isDemo, recoveredAt, isSuspended, isKnown } =
      found
    const isRecovered = recoveredAt !== null && now.getTime() - recoveredAt.getTime() < staffLimits.recoveredMs
    const role = { roleName: roleNameOf(found), permissions: permissionsOf(found) }
    return {
      actor: { kind: 'staff', staffId, name, resellerId, sessionId, provedAt, ...role },
      hasFactor,
      isDemo,
      isRecovered,
      isSuspended,
      isKnown,
    }
  }
}
