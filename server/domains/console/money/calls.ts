import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { findTopUpWays } from '../../payments/merchants/pay-types.ts'
import { followTopUp, topUpReseller } from '../../payments/top-up-reseller.ts'
import { askPayout } from '../../payouts/ask-payout.ts'
import { changePayee } from '../../payouts/change-payee.ts'
import { loadPayable } from '../../payouts/load-payable.ts'
import { findPayouts } from '../../payouts/settle-payout.ts'
import { loadMaskedPayee, type MaskedPayee } from '../../resellers/payee-account.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { exportEntries, findEntries } from './find-entries.ts'
import { exportStatement, showStatement } from './show-statement.ts'

const { money } = consoleApi

/** Only one payout is open at a time, so this many cover years. */
const PAYOUTS_MAX = 100

function showPayee({ changedAt, payableFrom, ...payee }: MaskedPayee) {
  return { ...payee, changedAt, payableFrom }
}

export const moneyRoutes = [
  bind(money.show, async (ctx) => {
    const { resellerId } = ctx
    const fenOf = (kind: Parameters<typeof loadBalanceFen>[1]['kind']) => loadBalanceFen(ctx, { kind, resellerId })
    const { creditLimitFen } = await getSellingTerms(ctx, resellerId)
    return {
      balanceFen: await fenOf('reseller'),
      owedFen: Math.abs(await fenOf('receivable')),
      creditLimitFen,
      cardsFen: await fenOf('cards'),
      payoutHoldFen: await fenOf('payout_hold'),
      bulkHoldFen: await fenOf('bulk_hold'),
      liabilityFen: Math.abs(await fenOf('liability')),
    }
  }),
  bind(money.entries, findEntries),
  bind(money.exportEntries, exportEntries),
  bind(money.statement, showStatement),
  bind(money.exportStatement, exportStatement),
  bind(money.topUpWays, async (ctx) => ({
    ways: await findTopUpWays(ctx, ctx.resellerId),
    minFen: limits.payMinFen,
    maxFen: limits.agentPayMaxFen,
  })),
  bind(money.topUp, (ctx, input) => topUpReseller(ctx, ctx.resellerId, input, staffActor(ctx))),
  bind(money.followTopUp, (ctx, { out_trade_no: number }) => followTopUp(ctx, ctx.resellerId, number)),
  bind(money.payouts, async (ctx) => {
    const rows = await findPayouts(ctx, { resellerId: ctx.resellerId, isOpen: false, limit: PAYOUTS_MAX })
    return { rows: rows.map((row) => ({ ...row, payoutId: row.id })) }
  }),
  bind(money.payoutTerms, async (ctx) => {
    const payee = await loadMaskedPayee(ctx, ctx.resellerId)
    return {
      ...(await loadPayable(ctx, ctx.resellerId)),
      minFen: limits.payoutMinFen,
      payee: payee && showPayee(payee),
    }
  }),
  bind(money.setPayee, async (ctx, payee) => showPayee(await changePayee(ctx, ctx.resellerId, payee, staffActor(ctx)))),
  bind(money.askPayout, (ctx, { amountFen }) =>
    askPayout(ctx, { resellerId: ctx.resellerId, amountFen }, staffActor(ctx)),
  ),
]
