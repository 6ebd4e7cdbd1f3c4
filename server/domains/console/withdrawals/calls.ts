import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { settleWithdrawal, type Settler } from '../../invites/settle-withdrawal.ts'
import { showPayee } from '../../invites/show-payee.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { showOrigins } from '../payouts/origin-sql.ts'
import { withdrawalList, type ListedWithdrawal } from './queries.ts'

const { withdrawals } = consoleApi

function nameOf({ resellerId }: Pick<StaffCtx, 'resellerId'>, { withdrawalId }: { withdrawalId: string }) {
  return { resellerId, withdrawalId }
}

function settlerOf(ctx: StaffCtx): Settler {
  return { actor: staffActor(ctx), isPlatform: ctx.actor.resellerId === null }
}

function showRow({ id, accountId, userName, feeFen, ...row }: ListedWithdrawal) {
  return {
    ...row,
    withdrawalId: id,
    user: { accountId, userName },
    payFen: row.amountFen - feeFen,
    origins: showOrigins(row.origins),
  }
}

export const withdrawalRoutes = [
  bind(withdrawals.list, async (ctx, input) => {
    const query = await withdrawalList(ctx, ctx.resellerId, input)
    const { rows, ...page } = await loadPage<ListedWithdrawal, 'createdAt' | 'amountFen'>(ctx, query, input)
    if (input.cursor === undefined) await auditLook(ctx, 'withdrawals.listed', null, filterWords(input, page.count))
    return { rows: rows.map(showRow), ...page }
  }),
  bind(withdrawals.showPayee, async (ctx, input) => {
    const { method, ...payee } = await showPayee(ctx, nameOf(ctx, input), staffActor(ctx))
    return { method: method as ListedWithdrawal['method'], ...payee }
  }),
  bind(withdrawals.pay, async (ctx, input) => {
    const settler = settlerOf(ctx)
    const by = settler.isPlatform ? 'platform' : 'reseller'
    const { amountFen } = await settleWithdrawal(ctx, nameOf(ctx, input), { state: 'paid', by }, settler)
    return { amountFen }
  }),
  bind(withdrawals.reject, async (ctx, { reason, ...input }) => {
    const verdict = { state: 'rejected', reason: reason.trim() } as const
    const { amountFen } = await settleWithdrawal(ctx, nameOf(ctx, input), verdict, settlerOf(ctx))
    return { amountFen }
  }),
]
