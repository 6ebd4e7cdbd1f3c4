import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadTeamOf } from './queries.ts'

/** A name is one in the whole installation: the operator need not know the team. */
export async function getMemberByName(
  ctx: Pick<Ctx, 'db'>,
  name: string,
): Promise<{ team: number | null; id: number }> {
  const { id, resellerId } = (await loadTeamOf(ctx.db, name)) ?? fail('object.unknown')
  return { team: resellerId, id }
}
