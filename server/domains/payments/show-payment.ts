import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { GatewayTrouble, makeGatewayTime } from './gateways/gateway.ts'
import { askingOf } from './gateways/open-gateway.ts'
import type { Shown, Visit } from './gateways/provider.ts'
import { providers } from './gateways/providers.ts'
import { loadMerchant, openMerchant } from './merchants/merchant.ts'
import { type PayCtx, writeBill } from './open-payment.ts'
import type { PaymentRow } from './queries.ts'

/** Each visit asks the provider. */
const VISITS = { name: 'pay_visit', points: 20, windowMs: 600_000 }

type Page = { back: string; shown: Shown | 'trouble' }

/** What the page of ours shows who comes to pay, and where it leads back. Changes nothing here. */
export async function showPayment(ctx: PayCtx & Pick<Ctx, 'now'>, payment: PaymentRow, code: unknown): Promise<Page> {
  const merchant = await loadMerchant(ctx.db, payment.merchantId)
  const show = merchant && providers[merchant.provider].show
  if (!merchant || !show) return { back: '/', shown: 'over' }
  const written = await writeBill(ctx, payment, merchant)
  const back = new URL(written.returnUrl)
  back.searchParams.set('out_trade_no', payment.outTradeNo)
  const bill = { ...written, returnUrl: back.href }
  if (payment.state !== 'pending' || payment.expiresAt <= ctx.now) return { back: back.href, shown: 'over' }
  const visit: Visit = { userAgent: ctx.client.userAgent, code: typeof code === 'string' ? code.slice(0, 128) : null }
  try {
    await takeOne(ctx, VISITS, payment.id)
    const asking = askingOf(ctx, merchant, makeGatewayTime())
    return { back: back.href, shown: await show(openMerchant(ctx, merchant), asking, bill, visit) }
  } catch (error) {
    if (!(error instanceof GatewayTrouble || error instanceof Refusal)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'no page of the provider')
    return { back: back.href, shown: 'trouble' }
  }
}
