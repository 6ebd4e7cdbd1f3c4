import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { findHelpsSince } from './help-queries.ts'

/**
 * For three days after staff let somebody in, nothing leaves the account. A thief who talked support into it has to
 * wait, and the owner has time to read the mail or the notice.
 */
export async function refuseHelpedLately(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<void> {
  const until = await helpedUntil(ctx, owner)
  if (until) fail('account.helped_lately', { data: { until: until.toISOString() } })
}

/** Returns when that wait ends; null without recent help. */
export async function helpedUntil(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<Date | null> {
  const [last] = await findHelpsSince(ctx.db, owner, new Date(ctx.now.getTime() - limits.helpWaitMs))
  return last ? new Date(last.createdAt.getTime() + limits.helpWaitMs) : null
}
