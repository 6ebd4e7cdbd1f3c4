import type { Permission } from '../../../../contract/permissions.ts'
import { fail } from '../../../platform/errors.ts'
import { permissionsOf, type RoleColumns } from '../role-permissions.ts'
import type { InvitationRow } from './queries.ts'

/**
 * Whoever invited must be able to do so today. Leaving office ends the invitations made in it; this look also finds those
 * that an earlier release left open, and one that is made in the very moment of a removal.
 */
export async function refuseOutOfOffice(
  invitation: InvitationRow,
  load: (staffId: number) => Promise<RoleColumns | null>,
): Promise<void> {
  const { invitedBy, resellerId } = invitation
  // An operator at the command line, or the account that runs an agency.
  if (!invitedBy.startsWith('staff:')) return
  const inviter = (await load(Number(invitedBy.slice('staff:'.length)))) ?? fail('staff.invitation_gone')
  const own = permissionsOf(inviter)
  // A member of the platform makes first owners of resellers, whose permissions are not its own.
  const needed: Iterable<Permission> =
    inviter.resellerId === resellerId ? ['staff.write', ...permissionsOf(invitation)] : ['resellers.terms']
  for (const permission of needed) if (!own.has(permission)) fail('staff.invitation_gone')
}
