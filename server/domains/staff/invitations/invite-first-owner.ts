import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { accountSubject } from '../../audit/audit.ts'
import { countOwners } from '../team/queries.ts'
import { inviteMember, type Invited } from './invite-member.ts'
import { revokeInvitations } from './queries.ts'

type InviteCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'language'>

export async function hasStaffOwner(ctx: Pick<Ctx, 'db'>, resellerId: number): Promise<boolean> {
  return (await countOwners(ctx.db, resellerId)) > 0
}

/** A link that makes the agency's user its first owner at the console. Voids earlier links. */
export function inviteFirstOwner(ctx: InviteCtx, resellerId: number, accountId: number): Promise<Invited> {
  const actor = accountSubject(accountId)
  return inTx(ctx, async (tx) => {
    await revokeInvitations(tx.db, resellerId, actor, ctx.now)
    const wanted = { team: resellerId, role: { name: 'owner' }, email: null, language: ctx.language } as const
    return inviteMember(tx, { ...wanted, lifeMs: staffLimits.ownerLinkMs }, { actor, permissions: null })
  })
}
