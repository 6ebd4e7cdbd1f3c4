import { consoleApi } from '../../../../contract/console/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { askAgain, cancelForPayer } from '../ask-again.ts'
import { findMerchantsOf } from '../merchants/merchant.ts'
import { answerConfirmation, confirmPayment } from './confirm-payment.ts'
import { findStuck } from './stuck.ts'

const { stuckPayments, platformStuckPayments } = consoleApi

async function namesOf(ctx: Pick<Ctx, 'db'>, resellerId: number | null) {
  const merchants = await findMerchantsOf(ctx.db, resellerId)
  return merchants.map(({ id, name }) => ({ merchantId: id, name }))
}

export const stuckRoutes = [
  bind(stuckPayments.list, async (ctx) => ({
    rows: await findStuck(ctx, ctx.resellerId),
    merchants: await namesOf(ctx, ctx.resellerId),
  })),
  bind(stuckPayments.confirm, (ctx, input) =>
    confirmPayment(ctx, { ...input, resellerId: ctx.resellerId }, { actor: staffActor(ctx), isPlatform: false }),
  ),
  bind(stuckPayments.credit, (ctx, input) =>
    confirmPayment(ctx, { ...input, resellerId: ctx.resellerId }, { actor: staffActor(ctx), isPlatform: false }),
  ),
  bind(stuckPayments.answer, async (ctx, input) => {
    await answerConfirmation(
      ctx,
      { ...input, resellerId: ctx.resellerId },
      { actor: staffActor(ctx), isPlatform: false },
    )
    return {}
  }),
  bind(stuckPayments.cancel, (ctx, { paymentId }) =>
    cancelForPayer(ctx, { resellerId: ctx.resellerId, paymentId }, staffActor(ctx)),
  ),
]

export const platformStuckRoutes = [
  bind(platformStuckPayments.list, async (ctx) => {
    const rows = await findStuck(ctx, null)
    await auditLook(ctx, 'payments.stuck_listed', null, { count: rows.length })
    return { rows, merchants: await namesOf(ctx, null) }
  }),
  bind(platformStuckPayments.confirm, (ctx, input) =>
    confirmPayment(ctx, input, { actor: staffActor(ctx), isPlatform: true }),
  ),
  bind(platformStuckPayments.credit, (ctx, input) =>
    confirmPayment(ctx, input, { actor: staffActor(ctx), isPlatform: true }),
  ),
  bind(platformStuckPayments.answer, async (ctx, input) => {
    await answerConfirmation(ctx, { ...input, resellerId: null }, { actor: staffActor(ctx), isPlatform: true })
    return {}
  }),
  bind(platformStuckPayments.ask, (ctx, wish) => askAgain(ctx, wish, staffActor(ctx))),
  bind(platformStuckPayments.cancel, (ctx, wish) => cancelForPayer(ctx, wish, staffActor(ctx))),
]
