import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { staffActor } from '../../audit/audit.ts'
import { hasStaffOwner } from '../../staff/invitations/invite-first-owner.ts'
import { inviteMember } from '../../staff/invitations/invite-member.ts'
import { loadDetail } from './queries.ts'

type Link = { link: string | null; expiresAt: string }

/** For a reseller that belongs to no account: nobody else could make its first link. Its owner makes later ones. */
export async function inviteOwner(ctx: StaffCtx<'platform'>, resellerId: number, email: string | null): Promise<Link> {
  const { ownerAccountId } = (await loadDetail(ctx.db, resellerId)) ?? fail('object.unknown')
  // Key 0 has no staff of its own.
  if (resellerId === 0) fail('object.unknown')
  if (ownerAccountId !== null || (await hasStaffOwner(ctx, resellerId))) fail('agency.has_owner')
  const wanted = { team: resellerId, role: { name: 'owner' }, email, language: ctx.language } as const
  const by = { actor: staffActor(ctx), permissions: null }
  const { link, expiresAt } = await inviteMember(ctx, { ...wanted, lifeMs: staffLimits.ownerLinkMs }, by)
  return { link, expiresAt }
}
