import type { Config } from '../../../config.ts'
import { type Merchant, openMerchant, type MerchantCtx, type OpenMerchant } from '../merchants/merchant.ts'
import { eachQuestion, type Gateway, type GatewayTime, GatewayTrouble } from './gateway.ts'
import type { Asking, Reach } from './provider.ts'
import { providers } from './providers.ts'

type GatewayCtx = MerchantCtx & { now: Date }

/** `time`: how long all its answers together may take. */
export function openGateway(ctx: GatewayCtx, merchant: Merchant, time = eachQuestion): Gateway {
  return gatewayOf(ctx, openMerchant(ctx, merchant), time)
}

/** Takes keys that are already open, whether or not they are stored. */
export function gatewayOf(ctx: GatewayCtx, opened: OpenMerchant, time = eachQuestion): Gateway {
  return providers[opened.provider].gateway(opened, askingOf(ctx, opened, time))
}

export function askingOf({ config, now }: GatewayCtx, merchant: Merchant, time: GatewayTime): Asking {
  if (merchant.isGatewayLocal && !allowsLocal(config)) throw new GatewayTrouble('gateways on loopback are off')
  return { now, time, reach: reachOf(merchant) }
}

/**
 * A gateway on this machine is for tests: always allowed in the sandbox, in production only if the operator allows it.
 */
export function allowsLocal({ mode, allowLocalGateway }: Pick<Config, 'mode' | 'allowLocalGateway'>): boolean {
  return mode === 'sandbox' || allowLocalGateway
}

/** Treat an address from a reseller as a stranger's; trust the operator's own settings. */
function reachOf({ resellerId, isSandbox, isGatewayLocal }: Merchant): Reach {
  if (resellerId === null || isSandbox) return 'any'
  return isGatewayLocal ? 'loopback' : 'public'
}
