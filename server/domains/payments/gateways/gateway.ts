/** What a gateway must know to take one payment. */
export type Bill = {
  outTradeNo: string
  amountFen: number
  subject: string
  channel: 'alipay' | 'wxpay' | 'qqpay'
  expiresAt: Date
  notifyUrl: string
  returnUrl: string
  clientAddress: string
}

export type GatewayTrade =
  | { state: 'paid'; tradeNo: string; amountFen: number }
  /** `absent`: nobody scanned it yet, which does not mean that nobody will. */
  | { state: 'open' | 'absent' | 'closed' }

export type RefundWish = { outTradeNo: string; outRequestNo: string; amountFen: number; reason: string }

/** One merchant's account at its provider. Whatever cannot be known for sure throws GatewayTrouble. */
export type Gateway = {
  /** An address for a browser; made without asking anybody. */
  writePageUrl(bill: Bill, device: 'pc' | 'wap'): Promise<string>
  openQr(bill: Bill): Promise<{ qrCode: string } | { payUrl: string }>
  loadTrade(outTradeNo: string): Promise<GatewayTrade>
  closeTrade(outTradeNo: string): Promise<void>
  refund(wish: RefundWish): Promise<'done' | 'refused'>
}

/** The outcome is unknown: no answer, no valid signature, or an answer that says so. Never a "no". */
export class GatewayTrouble extends Error {
  override readonly name = 'GatewayTrouble'
}

/** The words of a cause may hold an address with a key in it: only names are kept. */
export function asTrouble(what: string, cause: unknown): GatewayTrouble {
  if (cause instanceof GatewayTrouble) return cause
  const names = [cause, (cause as Error).cause].flatMap((error) => (error instanceof Error ? [error.name] : []))
  return new GatewayTrouble([`${what}:`, ...names].join(' '))
}
