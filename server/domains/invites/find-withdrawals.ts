import type { Ctx } from '../../platform/context.ts'
import { unsealPayout, type Payout } from '../accounts/payout-account.ts'
import { findWithdrawalRows, type ListedWithdrawal, type WithdrawalFilter } from './withdrawal-queries.ts'

/** For operators, who pay by hand: includes the payee's account, its holder, and the amount to pay. */
export async function findWithdrawals(
  ctx: Pick<Ctx, 'db' | 'config'>,
  filter: WithdrawalFilter,
): Promise<(Omit<ListedWithdrawal, 'sealedAccount'> & Payout & { payFen: number })[]> {
  const rows = await findWithdrawalRows(ctx.db, filter)
  return rows.map(({ sealedAccount, ...row }) => ({
    ...row,
    payFen: row.amountFen - row.feeFen,
    ...unsealPayout(ctx.config, row.id, sealedAccount),
  }))
}
