import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadUserByName, type NamedUser } from './load-user.ts'
import { findUserRows, type UserFilter, type UserRow } from './queries.ts'

/** For operators: across all resellers unless one is named. */
export function findUsers(ctx: Pick<Ctx, 'db'>, filter: UserFilter): Promise<UserRow[]> {
  return findUserRows(ctx.db, filter)
}

export async function getUser(ctx: Pick<Ctx, 'db'>, resellerId: number, userName: string): Promise<NamedUser> {
  return (await loadUserByName(ctx.db, resellerId, userName)) ?? fail('object.unknown')
}
