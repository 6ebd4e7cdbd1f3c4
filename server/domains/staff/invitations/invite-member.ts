import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import type { Language } from '../../../../contract/languages.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { hasMail } from '../../../config.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { randomToken, sha256 } from '../../../platform/secrets/crypto.ts'
import { writeAudit } from '../../audit/audit.ts'
import { mailStaffLink } from '../../mail/issue-code.ts'
import { paceStaffMail } from '../../mail/pace-staff-mail.ts'
import { addPlatformKey } from '../../resellers/add-reseller.ts'
import { plainTitle } from '../../resellers/agency-name.ts'
import { officeBrand } from '../../resellers/office-brand.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { refuseBeyond, type By } from '../team/by.ts'
import { getRole, type RoleRef } from '../team/get-role.ts'
import { findOpenInvitations, insertInvitation, markRevoked } from './queries.ts'

type InviteCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Wanted = {
  /** Null: the platform's team. */
  team: number | null
  role: RoleRef
  /** Where to mail the link; null: the asking member hands it over. */
  email: string | null
  language: Language
  lifeMs?: number
}
export type Invited = { id: string; link: string | null; expiresAt: string }

/** A link that makes one member. It is shown once, or sealed in a mail, and stored as a hash. */
export async function inviteMember(ctx: InviteCtx, wanted: Wanted, by: By): Promise<Invited> {
  const { team, email, lifeMs = staffLimits.invitationMs } = wanted
  if (email !== null && !hasMail(ctx.config)) fail('email.off')
  if (email !== null) await paceStaffMail(ctx, { resellerId: team, by: by.actor, to: email, isProved: false })
  const token = randomToken()
  const expiresAt = new Date(ctx.now.getTime() + lifeMs)
  const id = await inTx(ctx, async (tx) => {
    if (team === null) await addPlatformKey(tx, by.actor)
    const title = await teamTitle(tx, team)
    const role = await getRole(tx.db, team, wanted.role)
    refuseBeyond(by, role.permissions)
    const open = await findOpenInvitations(tx.db, team, ctx.now)
    if (open.length >= staffLimits.openInvitations) fail('request.too_many')
    const invitedBy = typeof by.actor === 'string' ? by.actor : by.actor.name
    const times = { createdAt: ctx.now, expiresAt }
    const row = { ...role.choice, resellerId: team, tokenHash: sha256(token), email, invitedBy, ...times }
    const invitationId = await insertInvitation(tx.db, row)
    if (email !== null) {
      const to = { resellerId: team ?? 0, invitationId, email, language: wanted.language }
      await mailStaffLink(tx, to, { token, team: title, until: expiresAt })
    }
    const entry = { resellerId: team, actor: by.actor, action: 'staff.invited', subject: `invitation:${invitationId}` }
    const after = { role: role.name, email: email === null ? null : maskAddress(email) }
    await writeAudit(tx.db, { ...entry, after }, ctx.now)
    return invitationId
  })
  const link = email === null ? `${ctx.config.publicUrl}/console/join#${token}` : null
  return { id, link, expiresAt: expiresAt.toISOString() }
}

async function teamTitle(tx: Pick<Ctx, 'db'>, team: number | null): Promise<string> {
  const key = team ?? 0
  return plainTitle(key, officeBrand(key, await getReseller(tx, key)).title)
}

export function revokeInvitation(ctx: Pick<Ctx, 'db' | 'now'>, team: number | null, id: string, by: By): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (!(await markRevoked(tx.db, team, id, ctx.now))) fail('object.unknown')
    const entry = { resellerId: team, actor: by.actor, action: 'staff.invitation_revoked', subject: `invitation:${id}` }
    await writeAudit(tx.db, entry, ctx.now)
  })
}
