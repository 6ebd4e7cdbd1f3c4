import type { Provider } from '../../../../contract/providers.ts'
import { alipay, type AlipayShop } from './alipay/alipay.ts'
import { epay, type EpayShop } from './epay/epay.ts'
import type { ProviderSide } from './provider.ts'

/** The sandbox cashier's account at all of them. */
export type SandboxShop = AlipayShop & EpayShop

/** Every payment provider. A new one needs its whole row to compile. */
export const providers: Record<Provider, ProviderSide<SandboxShop>> = { alipay, epay }
