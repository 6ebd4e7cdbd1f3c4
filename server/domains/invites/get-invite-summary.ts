import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Withdrawal, InvitedPerson } from '../../../contract/invites.ts'
import { limits } from '../../../contract/limits.ts'
import { maskName } from '../../../contract/mask.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { fail } from '../../platform/errors.ts'
import { maskPayout } from '../accounts/payout-account.ts'
import { loadCommissionFen } from '../ledger/load-balance.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { loadWithdrawableFen } from './load-withdrawable.ts'
import { loadInviter, findInvitedRows } from './queries.ts'
import { isPaidLately } from './report-missed.ts'
import { findOwnWithdrawals, type WithdrawalRow } from './withdrawal-queries.ts'

type Summary = Static<typeof api.invites.summary.output>

export async function getInviteSummary(ctx: Ctx<'user'>): Promise<Summary> {
  const { owner } = ctx
  const { inviteCode, invitedCount } = (await loadInviter(ctx.db, owner)) ?? fail('object.unknown')
  const { commissionPercent } = await getSellingTerms(ctx, owner.resellerId)
  const linkTo = await resellerLinks(ctx, owner.resellerId)
  const link = new URL(linkTo('/reg'))
  link.searchParams.set('invite', inviteCode)
  const withdrawals = await findOwnWithdrawals(ctx.db, owner, limits.listPageSize)
  return {
    code: inviteCode,
    link: link.href,
    percent: commissionPercent,
    invitedCount,
    ...(await loadCommissionFen(ctx, owner)),
    withdrawableFen: await loadWithdrawableFen(ctx, owner),
    withdrawMinFen: limits.withdrawMinFen,
    withdrawFeeFen: limits.withdrawFeeFen,
    withdrawDays: limits.withdrawDays,
    withdrawals: withdrawals.map((row) => toWithdrawal(ctx, row)),
  }
}

function toWithdrawal(ctx: Pick<Ctx, 'config' | 'now'>, row: WithdrawalRow): Withdrawal {
  const { id, amountFen, feeFen, method, state, reason, createdAt, settledAt } = row
  const payout = maskPayout(ctx.config, id, row.sealedAccount)
  const times = { createdAt: createdAt.toISOString(), settledAt: settledAt?.toISOString() ?? null }
  const missedAt = row.missedAt?.toISOString() ?? null
  const canReport = missedAt === null && isPaidLately(row, ctx.now)
  return { id, amountFen, feeFen, method, ...payout, state, reason, ...times, canReport, missedAt }
}

const pages = pagesBy({ at: 'time', id: 'id' })

type InvitedPage = { items: InvitedPerson[]; next: string | null }

export async function findInvited(ctx: Ctx<'user'>, { cursor }: { cursor?: string }): Promise<InvitedPage> {
  const { owner } = ctx
  const rows = await findInvitedRows(ctx.db, owner, pages.after(cursor), pages.limit)
  const { shown, next } = pages.page(rows, (row) => ({ at: row.createdAt, id: row.id }))
  const items = shown.map(({ userName, createdAt, commissionFen }) => ({
    nameMasked: maskName(userName),
    joinedAt: createdAt.toISOString(),
    commissionFen,
  }))
  return { items, next }
}
