import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadBlock } from './block-queries.ts'

/** Who is blocked by the operator signs in, reads and withdraws; he buys, tops up and resumes nothing. */
export async function refuseBlocked(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<void> {
  const reason = await loadBlock(ctx.db, owner)
  if (reason !== null) fail('account.blocked', { data: { reason } })
}
