import type { Ctx } from '../../platform/context.ts'
import { unsealPayoutAccount } from '../accounts/payout-account.ts'
import { findWithdrawalRows, type ListedWithdrawal, type WithdrawalFilter } from './withdrawal-queries.ts'

/** For operators, who pay by hand: with the account to pay to. */
export async function findWithdrawals(
  ctx: Pick<Ctx, 'db' | 'config'>,
  filter: WithdrawalFilter,
): Promise<(Omit<ListedWithdrawal, 'sealedAccount'> & { account: string })[]> {
  const rows = await findWithdrawalRows(ctx.db, filter)
  return rows.map(({ sealedAccount, ...row }) => ({
    ...row,
    account: unsealPayoutAccount(ctx.config, row.id, sealedAccount),
  }))
}
