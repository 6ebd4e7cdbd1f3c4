import type { Merchant } from '../merchants/merchant.ts'
import { openMerchant, type MerchantCtx } from '../merchants/merchant.ts'
import { alipayGateway } from './alipay-gateway.ts'
import { epayGateway } from './epay-gateway.ts'
import type { Gateway } from './gateway.ts'

export function openGateway(ctx: MerchantCtx & { now: Date }, merchant: Merchant): Gateway {
  const opened = openMerchant(ctx, merchant)
  return merchant.provider === 'alipay' ? alipayGateway(opened, ctx.now) : epayGateway(opened)
}
