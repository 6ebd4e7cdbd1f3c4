import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadTeamOf } from './queries.ts'

/** Names are unique in the whole installation, so the operator need not know the team. */
export async function getMemberByName(
  ctx: Pick<Ctx, 'db'>,
  name: string,
): Promise<{ team: number | null; id: number }> {
  const { id, resellerId } = (await loadTeamOf(ctx.db, name)) ?? fail('object.unknown')
  return { team: resellerId, id }
}
