import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadUserById, type NamedUser } from '../../sessions/operator/load-user.ts'

/** The user that a call names. Another reseller's user is as unknown as a missing one. */
export async function getUser(ctx: Pick<StaffCtx, 'db' | 'resellerId'>, id: number): Promise<NamedUser> {
  return (await loadUserById(ctx.db, ctx.resellerId, id)) ?? fail('object.unknown')
}
