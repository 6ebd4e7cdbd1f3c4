import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import { auditLook, staffActor, staffName } from '../../audit/audit.ts'
import { approveWithdrawal } from '../../invites/approve-withdrawal.ts'
import { settleWithdrawal } from '../../invites/settle-withdrawal.ts'
import { showPayee } from '../../invites/show-payee.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { approvePayout } from '../../payouts/approve-payout.ts'
import { settlePayout, showPayoutPayee } from '../../payouts/settle-payout.ts'
import { showOrigins } from './origin-sql.ts'
import { decisionList, type ListedDecision } from './queries.ts'

const { payouts } = consoleApi

type PlatformCtx = StaffCtx<'platform'>

type Name = Static<typeof payouts.pay.input>

const settlerOf = (ctx: PlatformCtx) => ({ actor: staffActor(ctx), isPlatform: true })

function namesOf(ctx: PlatformCtx, { kind, resellerId, id }: Name) {
  if (kind === 'payout') return { payout: { resellerId, payoutId: id } } as const
  if (!may(ctx, 'withdrawals.decide')) fail('staff.forbidden')
  return { payout: null, withdrawal: { resellerId, withdrawalId: id } } as const
}

function showRow(ctx: PlatformCtx, row: ListedDecision) {
  const { feeFen, askedBy, approvedBy, askedName, approvedName, settledName } = row
  const me = staffName(ctx.actor)
  const { fourEyes } = ctx.config
  const isOpen = row.state === 'open'
  const isMine = [askedBy, approvedBy].includes(me)
  return {
    ...row,
    payFen: row.amountFen - feeFen,
    origins: showOrigins(row.origins),
    askedBy: askedName,
    approvedBy: approvedName,
    settledBy: settledName,
    mayApprove: isOpen && fourEyes && approvedBy === null && askedBy !== me,
    mayPay: isOpen && (!fourEyes || (approvedBy !== null && !isMine)),
  }
}

export const payoutRoutes = [
  bind(payouts.list, async (ctx, input) => {
    // Staff who may not decide withdrawals see none.
    const seen = may(ctx, 'withdrawals.decide') ? input : { ...input, kind: 'payout' as const }
    type Sort = 'createdAt' | 'amountFen'
    const query = decisionList(seen, dayOf(ctx.now, ctx.config.businessTz))
    const { rows, ...page } = await loadPage<ListedDecision, Sort>(ctx, query, seen)
    if (input.cursor === undefined) await auditLook(ctx, 'payouts.listed', null, filterWords(input, page.count))
    return { rows: rows.map((row) => showRow(ctx, row)), ...page }
  }),
  bind(payouts.showPayee, async (ctx, input) => {
    const names = namesOf(ctx, input)
    if (names.payout) return showPayoutPayee(ctx, names.payout, staffActor(ctx))
    const { method, ...payee } = await showPayee(ctx, names.withdrawal, staffActor(ctx))
    return { method: method as ListedDecision['method'], ...payee }
  }),
  bind(payouts.approve, async (ctx, input) => {
    const names = namesOf(ctx, input)
    if (names.payout) return approvePayout(ctx, names.payout, staffActor(ctx))
    return approveWithdrawal(ctx, names.withdrawal, staffActor(ctx))
  }),
  bind(payouts.pay, async (ctx, input) => {
    const names = namesOf(ctx, input)
    if (names.payout) return settlePayout(ctx, names.payout, { state: 'paid' }, staffActor(ctx))
    return settleWithdrawal(ctx, names.withdrawal, { state: 'paid', by: 'platform' }, settlerOf(ctx))
  }),
  bind(payouts.reject, async (ctx, { reason, ...input }) => {
    const names = namesOf(ctx, input)
    const verdict = { state: 'rejected', reason: reason.trim() } as const
    if (names.payout) return settlePayout(ctx, names.payout, verdict, staffActor(ctx))
    return settleWithdrawal(ctx, names.withdrawal, verdict, settlerOf(ctx))
  }),
]
