import type { Provider } from '../../../../contract/providers.ts'
import { alipay, type AlipayShop } from './alipay/alipay.ts'
import { epay, type EpayShop } from './epay/epay.ts'
import type { ProviderSide } from './provider.ts'
import { stripe, type StripeShop } from './stripe/stripe.ts'
import { usdt, type UsdtShop } from './usdt/usdt.ts'
import { wechat, type WechatShop } from './wechat/wechat.ts'

/** The sandbox cashier's account at all of them. */
export type SandboxShop = AlipayShop & EpayShop & UsdtShop & StripeShop & WechatShop

/** Every payment provider. A new one needs its whole row to compile. */
export const providers: Record<Provider, ProviderSide<SandboxShop>> = { alipay, epay, usdt, stripe, wechat }
