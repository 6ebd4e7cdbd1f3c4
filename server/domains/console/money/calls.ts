import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { changePayee } from '../../payouts/change-payee.ts'
import { loadPayable } from '../../payouts/load-payable.ts'
import { findPayouts } from '../../payouts/settle-payout.ts'
import { loadMaskedPayee, type MaskedPayee } from '../../resellers/payee-account.ts'

const { money } = consoleApi

/** Only one payout is open at a time, so this many cover years. */
const PAYOUTS_MAX = 100

export const listOwnPayouts: Handler<typeof money.payouts> = async (ctx) => {
  const rows = await findPayouts(ctx, { resellerId: ctx.resellerId, isOpen: false, limit: PAYOUTS_MAX })
  return {
    rows: rows.map(({ id, amountFen, method, state, reason, createdAt, settledAt }) => ({
      payoutId: id,
      amountFen,
      method,
      state,
      reason,
      createdAt: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  }
}

export const showPayoutTerms: Handler<typeof money.payoutTerms> = async (ctx) => {
  const payee = await loadMaskedPayee(ctx, ctx.resellerId)
  return {
    ...(await loadPayable(ctx, ctx.resellerId)),
    minFen: limits.payoutMinFen,
    payee: payee && showPayee(payee),
  }
}

export const setOwnPayee: Handler<typeof money.setPayee> = async (ctx, payee) =>
  showPayee(await changePayee(ctx, ctx.resellerId, payee, staffActor(ctx)))

function showPayee({ changedAt, payableFrom, ...payee }: MaskedPayee) {
  return { ...payee, changedAt: changedAt.toISOString(), payableFrom: payableFrom.toISOString() }
}
