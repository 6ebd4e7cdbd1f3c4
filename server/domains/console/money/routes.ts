import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { findTopUpWays } from '../../payments/merchants/pay-types.ts'
import { followTopUp, topUpReseller } from '../../payments/top-up-reseller.ts'
import { askPayout } from '../../payouts/ask-payout.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { listOwnPayouts, showPayoutTerms, setOwnPayee } from './calls.ts'
import { exportEntries, findEntries } from './find-entries.ts'
import { exportStatement, showStatement } from './show-statement.ts'

const { money } = consoleApi

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
  bind(money.payouts, listOwnPayouts),
  bind(money.payoutTerms, showPayoutTerms),
  bind(money.setPayee, setOwnPayee),
  bind(money.askPayout, (ctx, { amountFen }) =>
    askPayout(ctx, { resellerId: ctx.resellerId, amountFen }, staffActor(ctx)),
  ),
]
