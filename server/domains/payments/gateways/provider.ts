import type { IncomingHttpHeaders } from 'node:http'

import type { MerchantKeys } from '../../../../contract/providers.ts'
import type { BillLine } from '../bills/bill-line.ts'
import type { Merchant, OpenMerchant } from '../merchants/merchant.ts'
import type { Bill, Gateway, GatewayTime } from './gateway.ts'

/** Where a gateway may run: anywhere, on this machine, or at a public address that is checked on each connection. */
export type Reach = 'any' | 'loopback' | 'public'
export type Asking = { now: Date; time: GatewayTime; reach: Reach }

/** What is wrong, by the name of the field. */
export type Problems = Record<string, string>
/**
 * Keys as they are stored; `secret` is sealed first. What only the provider itself reads belongs there too, and what is
 * no secret in `settings`: that stays when keys are replaced.
 */
export type StoredKeys = { secret: string } & Partial<
  Pick<Merchant, 'sellerId' | 'alipayPublicKey' | 'epayKeyPrefix' | 'settings'>
>

/** A notify as it came: the body of a POST, or the query of a GET. */
export type Told = { text: string; headers: IncomingHttpHeaders; now: Date }

/** What a validly signed notify says, for every provider. */
export type Notify = {
  /** Stays the same when the notify is sent again. */
  notifyKey: string
  /** Empty where the gateway names its own number only. */
  outTradeNo: string
  tradeNo: string
  /** What the gateway calls the trade, where it wants to be asked by that. */
  gatewayRef?: string
  amountFen: number | null
  /** The transaction of a chain that it names. */
  hash?: string
  says: 'paid' | 'refund' | 'refund_failed' | 'dispute' | 'closed' | 'nothing'
  /** Of a dispute, or of a refund that failed. */
  aboutNo?: string
  /** The field that does not fit this merchant, although the notify itself is valid. */
  wrongField: string | null
}

type NotifyWire = {
  method: 'GET' | 'POST'
  /** Of a POST. */
  contentType?: string
  /** Null unless this merchant's gateway signed exactly this. `other`: it did, and says nothing that we follow. */
  read(merchant: OpenMerchant, told: Told): Promise<Notify | 'other' | null> | Notify | 'other' | null
  /** Plain text, no envelope. Anything but `taken` makes the gateway send again. */
  taken: string
  refused: { code: number; text: string }
}

/** `code`: with which the provider sent the visitor back, who was asked there who they are. */
export type Visit = { userAgent: string; code: string | null }
/**
 * What a visitor of our own page of a payment gets: `go` to this address at once, `open` the provider's page, which must
 * see where they come from, or the `bridge` of WeChat's own browser asked this. `elsewhere`: this browser cannot pay.
 */
export type Shown = { go: string } | { open: string } | { bridge: Record<string, string> } | 'elsewhere' | 'over'

/** What an account's provider lists of a day. */
export type BillSide = {
  /** By how many hours its days begin earlier than those of UTC. */
  aheadHours: number
  /** The tables of a file. Refuses all of it if a line is not as the provider writes it. */
  readBill(texts: readonly string[], merchant: Merchant): BillLine[]
  /** Where it has a call for it. Null: there is none of that day, or not yet. */
  loadBill?(merchant: OpenMerchant, asking: Asking, day: string): Promise<BillLine[] | null>
}

/** One row of the table of providers: all that the server needs to know of one. */
export type ProviderSide<Shop> = {
  gateway(merchant: OpenMerchant, asking: Asking): Gateway
  /** Checks keys as typed. `kept`: the merchant whose keys change; what nobody typed stays. */
  check(typed: MerchantKeys, problems: Problems, kept: OpenMerchant | null): StoredKeys
  notify: NotifyWire
  /** Where `open` leads to the page of ours. */
  show?(merchant: OpenMerchant, asking: Asking, bill: Bill, visit: Visit): Promise<Shown>
  /** False: asking twice for a refund may pay it twice. */
  canRepeatRefund: boolean
  /** How the numbers look by which it tells of money, where it shows its merchants others for the same money, too. */
  flowNumber?: RegExp
  /** Null: nobody but the chain lists its payments. */
  bill: BillSide | null
  sandbox: {
    /** What a browser opens at the cashier, beside the page of a trade. */
    page: string
    /** `path`: of the gateway, below the cashier's address. */
    account(shop: Shop): StoredKeys & Pick<Merchant, 'name' | 'appId' | 'channels'> & { path: string }
  }
}
