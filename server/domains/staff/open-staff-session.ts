import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { knownAddress } from '../../platform/limits/client-address.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { staffSubject, writeAudit } from '../audit/audit.ts'
import { emit } from '../events/emit.ts'
import { newDevice } from '../sign-in/seen-clients.ts'
import type { StaffLogin } from './queries.ts'
import { findSeenStaffClients, insertStaffSession } from './session-queries.ts'

/** The token is sent once, as a cookie, and stored as a hash. */
export async function openStaffSession(
  ctx: Pick<Ctx, 'db' | 'now' | 'client' | 'setConsoleToken'>,
  member: Pick<StaffLogin, 'id' | 'resellerId' | 'passwordHash'>,
  { isJoining = false }: { isJoining?: boolean } = {},
): Promise<void> {
  const token = randomToken()
  await inTx(ctx, async (tx) => {
    const session = {
      tokenHash: sha256(token),
      userAgent: ctx.client.userAgent,
      address: knownAddress(ctx.client.address),
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + staffLimits.absoluteMs),
    }
    const aside = isJoining ? null : await newDevice(tx, (since) => findSeenStaffClients(tx.db, member.id, since))
    if (aside) await emit(tx, 'member.signed_in', { resellerId: member.resellerId, staffId: member.id, aside })
    if (!(await insertStaffSession(tx.db, member, session))) fail('auth.bad_credentials')
    const subject = staffSubject(member.id)
    const actor = { name: subject, address: ctx.client.address }
    await writeAudit(tx.db, { resellerId: member.resellerId, actor, action: 'staff.signed_in', subject }, ctx.now)
  })
  ctx.setConsoleToken(token)
}
