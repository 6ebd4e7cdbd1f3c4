import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { loadLogin } from '../../accounts/load-login.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { adjustBalance } from '../../ledger/adjust-balance.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { findUnclaimed, payOutUnclaimed } from '../../ledger/unclaimed.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { findTitles } from '../price-lists/queries.ts'
import { findAdjustedRows } from './queries.ts'

const { adjustments } = consoleApi

const SHOWN = 100

async function accountOf(ctx: StaffCtx<'platform'>, resellerId: number, userName: string | undefined) {
  if (userName === undefined) return null
  return ((await loadLogin(ctx, resellerId, userName)) ?? fail('object.unknown')).id
}

export const adjustmentRoutes = [
  bind(adjustments.look, async (ctx, { resellerId, userName }) => {
    await getSellingTerms(ctx, resellerId)
    const accountId = await accountOf(ctx, resellerId, userName)
    const title = (await findTitles(ctx.db, [resellerId])).get(resellerId) ?? ''
    const owner = accountId === null ? ({ kind: 'reseller', resellerId } as const) : null
    const balanceFen = await loadBalanceFen(ctx, owner ?? { kind: 'user', resellerId, accountId: accountId! })
    const owedFen = owner ? -(await loadBalanceFen(ctx, { kind: 'receivable', resellerId })) : 0
    await auditLook(ctx, 'balance.looked_up', `reseller:${resellerId}`, { account: accountId })
    return { title, userName: userName ?? null, balanceFen, owedFen }
  }),
  bind(adjustments.make, async (ctx, { resellerId, userName, ...wish }) => {
    await getSellingTerms(ctx, resellerId)
    const owner = { resellerId, accountId: await accountOf(ctx, resellerId, userName) }
    const { balanceFen } = await adjustBalance(ctx, { owner, ...wish }, staffActor(ctx))
    return { balanceFen }
  }),
  bind(adjustments.list, async (ctx) => {
    const rows = await findAdjustedRows(ctx.db, SHOWN)
    await auditLook(ctx, 'adjustments.listed', null, { count: rows.length })
    return { rows }
  }),
  bind(adjustments.unclaimed, async (ctx) => {
    const rows = await findUnclaimed(ctx, null)
    await auditLook(ctx, 'unclaimed.listed', null, { count: rows.length })
    return { rows: rows.map(({ resellerId, accountId, balanceFen }) => ({ resellerId, accountId, balanceFen })) }
  }),
  bind(adjustments.payOutUnclaimed, async (ctx, input) => {
    const { leftFen } = await payOutUnclaimed(ctx, input, staffActor(ctx))
    return { leftFen }
  }),
]
