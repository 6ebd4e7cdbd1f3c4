import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Withdrawal } from '../../../contract/invites.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { maskName } from '../../platform/mask-name.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { loadMovedFen } from '../ledger/load-moved.ts'
import { resellerLinks } from '../resellers/reseller-links.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { loadInviter } from './queries.ts'
import { unsealAccount } from './sealed-account.ts'
import { findOwnWithdrawals, type WithdrawalRow } from './withdrawal-queries.ts'

type Summary = Static<typeof api.invites.summary.output>

export async function getInviteSummary(ctx: Ctx<'user'>): Promise<Summary> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  const { inviteCode, invitedCount } = (await loadInviter(ctx.db, owner)) ?? fail('object.unknown')
  const { commissionPercent } = await getSellingTerms(ctx, owner.resellerId)
  const linkTo = await resellerLinks(ctx, owner.resellerId)
  const link = new URL(linkTo('/reg'))
  link.searchParams.set('invite', inviteCode)
  const withdrawals = await findOwnWithdrawals(ctx.db, owner, limits.listPageSize)
  const movedFen = await loadMovedFen(ctx, { kind: 'commission', ...owner }, 'commission_to_balance')
  const paidFen = await loadMovedFen(ctx, { kind: 'hold', ...owner }, 'withdraw_paid')
  return {
    code: inviteCode,
    link: link.href,
    percent: commissionPercent,
    invitedCount,
    pendingFen: await loadBalanceFen(ctx, { kind: 'commission_pending', ...owner }),
    confirmedFen: await loadBalanceFen(ctx, { kind: 'commission', ...owner }),
    heldFen: await loadBalanceFen(ctx, { kind: 'hold', ...owner }),
    usedFen: 0 - movedFen - paidFen,
    withdrawMinFen: limits.withdrawMinFen,
    withdrawals: withdrawals.map((row) => toWithdrawal(ctx, row)),
  }
}

function toWithdrawal(ctx: Pick<Ctx, 'config'>, row: WithdrawalRow): Withdrawal {
  const { id, amountFen, method, state, reason, createdAt, settledAt } = row
  const accountMasked = maskName(unsealAccount(ctx.config, id, row.sealedAccount))
  const times = { createdAt: createdAt.toISOString(), settledAt: settledAt?.toISOString() ?? null }
  return { id, amountFen, method, accountMasked, state, reason, ...times }
}
