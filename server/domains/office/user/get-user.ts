import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadUserById, type NamedUser } from '../../sessions/operator/load-user.ts'

/** The user that a call names; one of another reseller is as unknown as none. */
export async function getUser(ctx: Pick<StaffCtx, 'db' | 'resellerId'>, id: number): Promise<NamedUser> {
  return (await loadUserById(ctx.db, ctx.resellerId, id)) ?? fail('object.unknown')
}
