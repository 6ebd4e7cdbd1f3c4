import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { unsealPayout } from '../accounts/payout-account.ts'
import { findNamedBefore, type WithdrawalRow } from './withdrawal-queries.ts'

/**
 * Refuses to pay to an account that its user named less than 72 hours ago, as for a reseller's payout: this leaves time
 * to notice a stolen account. The time counts from the first withdrawal to that account.
 */
export async function refuseFreshPayee(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, row: WithdrawalRow): Promise<void> {
  const restedSince = new Date(ctx.now.getTime() - limits.payeeRestMs)
  if (row.createdAt <= restedSince) return
  const payeeOf = ({ id, method, sealedAccount }: Pick<WithdrawalRow, 'id' | 'method' | 'sealedAccount'>) => {
    const { account, name } = unsealPayout(ctx.config, id, sealedAccount)
    return JSON.stringify([method, account, name])
  }
  const wanted = payeeOf(row)
  const known = await findNamedBefore(ctx.db, row, restedSince)
  if (!known.some((other) => payeeOf(other) === wanted)) fail('withdrawal.account_fresh')
}
