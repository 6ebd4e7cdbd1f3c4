import type { Provider } from '../contract/providers.ts'
import { alipay } from './alipay/alipay.ts'
import { epay } from './epay/epay.ts'
import type { Protocol } from './protocol.ts'

/** Every provider that the cashier plays. */
export const protocols: Record<Provider, Protocol> = { alipay, epay }
