import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { sumPaidByReseller } from './withdrawal-queries.ts'

/** What a reseller says it paid to its users of late: while they may say that nothing came, it is not paid out to it. */
export function sumPaidLatelyFen(ctx: Pick<Ctx, 'db' | 'now'>, resellerId: number): Promise<number> {
  return sumPaidByReseller(ctx.db, resellerId, new Date(ctx.now.getTime() - limits.withdrawMissedMs))
}
