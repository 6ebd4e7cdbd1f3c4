import { type Merchant, openMerchant, type MerchantCtx } from '../merchants/merchant.ts'
import { alipayGateway } from './alipay-gateway.ts'
import { epayGateway } from './epay-gateway.ts'
import { eachQuestion, type Gateway } from './gateway.ts'

/** `time`: how long its answers may take, in all. */
export function openGateway(ctx: MerchantCtx & { now: Date }, merchant: Merchant, time = eachQuestion): Gateway {
  const opened = openMerchant(ctx, merchant)
  return merchant.provider === 'alipay' ? alipayGateway(opened, ctx.now, time) : epayGateway(opened, time)
}
