import type { Faults } from './faults.ts'
import type { Answer, Request } from './http.ts'
import type { CashierMerchant, MerchantBook } from './merchants.ts'
import type { Trade } from './trade.ts'
import type { TradeBook } from './trades.ts'

/** What the calls of a provider may use. */
export type WireDeps = {
  merchants: MerchantBook
  trades: TradeBook
  faults: Faults
  now: () => Date
  pageBase: string
  onRefund(trade: Trade): void
  /** Scans and pays a trade and waits until its notify was answered. */
  payAndNotify(appId: string, outTradeNo: string): Promise<void>
}

/** `changes` are signed too. `signer`: whose key signs, which may be another shop's. */
export type Letterhead = {
  merchant: CashierMerchant
  signer: CashierMerchant
  changes: Record<string, string>
  now: Date
}

/** One provider's side of the wire. */
export type Protocol = {
  /** Its calls by the first part of the path. */
  calls: Readonly<Record<string, (deps: WireDeps, request: Request) => Promise<Answer>>>
  /** The signed fields of a notify: a form to POST, or the query of a GET. */
  writeNotify(trade: Trade, head: Letterhead): Record<string, string>
  notifyBy: 'POST' | 'GET'
  /** Where a browser goes that leaves the page of the trade. */
  returnAddress(trade: Trade, merchant: CashierMerchant, now: Date): string | null
  /** Title of the page of a trade that can be paid now. */
  waiting: string
}
