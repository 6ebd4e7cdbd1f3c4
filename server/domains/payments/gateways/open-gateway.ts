import type { Config } from '../../../config.ts'
import { type Merchant, openMerchant, type MerchantCtx, type OpenMerchant } from '../merchants/merchant.ts'
import { alipayGateway } from './alipay-gateway.ts'
import { epayGateway, type Reach } from './epay-gateway.ts'
import { eachQuestion, type Gateway, GatewayTrouble } from './gateway.ts'

type GatewayCtx = MerchantCtx & { now: Date }

/** `time`: how long its answers may take, in all. */
export function openGateway(ctx: GatewayCtx, merchant: Merchant, time = eachQuestion): Gateway {
  return gatewayOf(ctx, openMerchant(ctx, merchant), time)
}

/** Of keys that are in hand, kept or not. */
export function gatewayOf(ctx: GatewayCtx, opened: OpenMerchant, time = eachQuestion): Gateway {
  if (opened.isGatewayLocal && !allowsLocal(ctx.config)) throw new GatewayTrouble('gateways on loopback are off')
  return opened.provider === 'alipay'
    ? alipayGateway(opened, ctx.now, time)
    : epayGateway(opened, time, reachOf(opened))
}

/** A gateway on this machine is for tests: always in the sandbox, in production when the operator says so. */
export function allowsLocal({ mode, allowLocalGateway }: Pick<Config, 'mode' | 'allowLocalGateway'>): boolean {
  return mode === 'sandbox' || allowLocalGateway
}

/** What a reseller wrote is dialled as a stranger's address; the operator's own settings are the operator's. */
function reachOf({ resellerId, isSandbox, isGatewayLocal }: OpenMerchant): Reach {
  if (resellerId === null || isSandbox) return 'any'
  return isGatewayLocal ? 'loopback' : 'public'
}
