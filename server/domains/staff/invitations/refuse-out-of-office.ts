import type { Permission } from '../../../../contract/permissions.ts'
import { fail } from '../../../platform/errors.ts'
import { permissionsOf, type RoleColumns } from '../role-permissions.ts'
import type { InvitationRow } from './queries.ts'

/**
 * The inviter must still be allowed to invite today. Losing the office ends a member's invitations; this check also
 * finds those that an earlier release left open, and one made at the very moment of a removal.
 */
export async function refuseOutOfOffice(
  invitation: InvitationRow,
  load: (staffId: number) => Promise<RoleColumns | null>,
): Promise<void> {
  const { invitedBy, resellerId } = invitation
  // The inviter is an operator at the command line, or the account that runs an agency.
  if (!invitedBy.startsWith('staff:')) return
  const inviter = (await load(Number(invitedBy.slice('staff:'.length)))) ?? fail('staff.invitation_gone')
  const own = permissionsOf(inviter)
  // A platform member makes first owners of resellers, although it does not have their permissions itself.
  const needed: Iterable<Permission> =
    inviter.resellerId === resellerId ? ['staff.write', ...permissionsOf(invitation)] : ['resellers.terms']
  for (const permission of needed) if (!own.has(permission)) fail('staff.invitation_gone')
}
