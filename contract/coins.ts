/** Coins by the chains that carry them. Each is a way to pay of its own: money sent on another chain is lost. */
export const coinWays = [
  'usdt-trc20',
  'usdt-bep20',
  'usdt-polygon',
  'usdt-solana',
  'usdt-aptos',
  'usdt-arbitrum',
  'usdt-ton',
  'usdt-plasma',
  'usdt-xlayer',
  'usdt-erc20',
  'usdc-bep20',
  'usdc-polygon',
  'usdc-solana',
  'usdc-base',
  'usdc-arbitrum',
  'usdc-erc20',
  'trx-tron',
] as const
export type CoinWay = (typeof coinWays)[number]

/** As wallets and exchanges name them, in every language. */
const chainNames = {
  trc20: 'TRON (TRC20)',
  tron: 'TRON',
  bep20: 'BNB Smart Chain (BEP20)',
  polygon: 'Polygon',
  solana: 'Solana',
  aptos: 'Aptos',
  arbitrum: 'Arbitrum One',
  ton: 'TON',
  plasma: 'Plasma',
  xlayer: 'X Layer',
  erc20: 'Ethereum (ERC20)',
  base: 'Base',
}

/** The coin and the chain of a way or a quote; null for what is no coin. */
export function coinOf(way: string): { coin: string; chain: string } | null {
  if (!coinWays.some((known) => known === way)) return null
  const [coin = '', chain = ''] = way.split('-')
  return { coin: coin.toUpperCase(), chain: chainNames[chain as keyof typeof chainNames] }
}

export const coinNames = Object.fromEntries(
  coinWays.map((way) => [way, `${coinOf(way)!.coin} · ${coinOf(way)!.chain}`]),
) as Record<CoinWay, string>
