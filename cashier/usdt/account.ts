import { randomBytes } from 'node:crypto'

/** The dialect that the sandbox shop speaks; the cashier answers all of them. */
export type UsdtAccount = { coinPid: string; coinKey: string; coinDialect: 'bepusdt' | 'gmpay' | 'epusdt' }

export const makeUsdtAccount = (): UsdtAccount => ({
  coinPid: '1000',
  coinKey: randomBytes(16).toString('hex'),
  coinDialect: 'bepusdt',
})
