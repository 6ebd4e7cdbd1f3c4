import type { Provider } from '../contract/providers.ts'
import { alipay } from './alipay/alipay.ts'
import { epay } from './epay/epay.ts'
import type { Protocol } from './protocol.ts'
import { stripe } from './stripe/stripe.ts'
import { usdt } from './usdt/usdt.ts'
import { wechat } from './wechat/wechat.ts'

/** Every provider that the cashier plays. */
export const protocols: Record<Provider, Protocol> = { alipay, epay, usdt, stripe, wechat }
