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
  /** Its own address, where programs find what pages do not show. */
  url: string
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
  sign: Signing
}

/** `own` key by default, another shop's key, one changed character in the signature, or no signature. */
export type Signing = 'own' | 'other' | 'bad' | 'none'

/** One provider's side of the wire. */
export type Protocol = ProtocolCalls & (FormNotifies | BodyNotifies)

type ProtocolCalls = {
  /** Its calls by the first part of the path. */
  calls: Readonly<Record<string, (deps: WireDeps, request: Request) => Promise<Answer>>>
  /** Where a browser goes that leaves the page of the trade. */
  returnAddress(trade: Trade, merchant: CashierMerchant, now: Date): string | null
  /** Title of the page of a trade that can be paid now. */
  waiting: string
}

type FormNotifies = {
  /** The signed fields of a notify. */
  writeNotify(trade: Trade, head: Letterhead): Record<string, string | number>
  /** A form, a query, or one flat object. */
  notifyBy: 'POST' | 'GET' | 'JSON'
  /** `sign` by default. */
  signField?: string
}

type BodyNotifies = {
  /** A notify as one text, with its type and signature in the headers. It spoils the signature itself. */
  writeBody(trade: Trade, head: Letterhead): { body: string; headers: Record<string, string> }
}
