import { maskName } from '../../../contract/mask.ts'
import type { Ctx } from '../../platform/context.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { loadFriendName } from './queries.ts'

/** A code has 40 random bits: at this pace nobody finds one that was not given to him. */
const LOOKS: Limit = { name: 'invite-friend', points: 60, windowMs: 3_600_000 }

/** The masked name of the user who gave the code away. An unknown code and another reseller's give the same answer. */
export async function nameFriend(
  ctx: Ctx<'public'>,
  { code, dailiKey }: { code: string; dailiKey: number },
): Promise<{ nameMasked: string | null }> {
  await takeOne(ctx, LOOKS, callerOf(ctx.client.address))
  const userName = await loadFriendName(ctx.db, dailiKey, code.trim())
  return { nameMasked: userName && maskName(userName) }
}
