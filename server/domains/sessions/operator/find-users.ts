import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadUserByName, type NamedUser } from './load-user.ts'

export async function getUser(ctx: Pick<Ctx, 'db'>, resellerId: number, userName: string): Promise<NamedUser> {
  return (await loadUserByName(ctx.db, resellerId, userName)) ?? fail('object.unknown')
}
