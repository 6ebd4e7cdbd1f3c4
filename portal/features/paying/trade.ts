import { api } from '../../../contract/api.ts'
import { coinOf } from '../../../contract/coins.ts'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import type {
  OpenPayment,
  PaymentItem,
  PayQuote,
  PayType,
  PayDevice,
  PaymentState,
} from '../../../contract/payments.ts'
import { chatApp } from '../../../ui/device/chat-app.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { isInFrame } from '../../../ui/device/page.ts'
import { isMobile } from '../../../ui/device/user-agent.ts'
import { call } from '../../../ui/http/client.ts'

/** What has to be paid online. */
export type Bill =
  | { type: 'user'; amountFen: number }
  /** `balanceFen`: what the balance pays beside `amountFen`. */
  | { type: 'package' | 'agency'; orderId: string; amountFen: number; balanceFen?: number }
  | { type: 'daili'; daili_id: number; amountFen: number }

export function billOf({ type, orderId, amountFen, balanceFen }: PaymentItem): Bill {
  if ((type === 'package' || type === 'agency') && orderId !== null) {
    return { type, orderId, amountFen, ...partOf(balanceFen) }
  }
  return { type: 'user', amountFen }
}

/** Leads to paying an order online; without a way the payer chooses one first. */
export type PayOrder = (bill: Bill, way?: PayType) => void

/** What is left to pay of an order, and the part that its balance holds for it. */
export function billOfOrder({ action, orderId, totalFen, balanceFen }: Order): Bill {
  const type = action === 'agency' ? 'agency' : 'package'
  return { type, orderId, amountFen: totalFen - balanceFen, ...partOf(balanceFen) }
}

export function partOf(balanceFen: number): { balanceFen?: number } {
  return balanceFen > 0 ? { balanceFen } : {}
}

/** The reseller whose payment methods apply. */
export function resellerOf(bill: Bill, dailiKey: number): number {
  return bill.type === 'daili' ? bill.daili_id : dailiKey
}

/** `late`: paid after its order was closed, so the money is in the balance instead. */
export type Outcome = 'paid' | 'late' | 'closed' | 'refunded'

export function outcomeOf({ type }: Pick<Bill, 'type'>, { status, creditedTo }: PaymentState): Outcome {
  if (status === 'refunded') return 'refunded'
  if (status !== 'paid') return 'closed'
  const isForOrder = type === 'package' || type === 'agency'
  return isForOrder && creditedTo === 'balance' ? 'late' : 'paid'
}

/** One started payment: what the payer scans or opens, and until when. */
export type Trade = {
  outTradeNo: string
  /** Gives a payer without an account access to the payment; a signed-in owner needs none. */
  key: string | null
  amountFen: number
  /** What the way costs on top. */
  feeFen: number
  /** What the balance pays beside it. */
  balanceFen: number
  way: PayType
  /** What to send where that is not yuan. */
  quote: PayQuote | null
  /** Text to draw as a QR code, for scanning. */
  qrCode: string | null
  /** An address to open; null when there is none or it cannot be opened from here. */
  payUrl: string | null
  /** The chat app around the page blocks the payment page: it must be opened in a real browser. */
  needsBrowser: boolean
  /** Opens another window, so that this page stays and sees the result. */
  opensWindow: boolean
  /** On this device's clock. */
  payBeforeMs: number
}

type Given = Pick<
  OpenPayment,
  'out_trade_no' | 'payUrl' | 'qrCode' | 'quote' | 'amountFen' | 'feeFen' | 'balanceFen' | 'expiresAt'
>

export function newTrade(given: Given, way: PayType, key: string | null): Trade {
  const isPhone = payDevice() === 'wap'
  const link = webAddress(given.payUrl)
  const code = given.qrCode
  // Nobody scans on a phone: the address in the code opens the payment app as well.
  const codeLink = isPhone || way.sandbox ? webAddress(code) : null
  const isWallet = given.quote !== null && given.quote.address !== null
  // A wallet needs no page of the gateway; the sandbox's page plays the wallet.
  const payUrl = isWallet && !way.sandbox ? null : (link ?? codeLink)
  const needsBrowser = isPhone && payUrl !== null && !isWallet && isShutOut(way)
  return {
    outTradeNo: given.out_trade_no,
    key,
    amountFen: given.amountFen,
    feeFen: given.feeFen,
    balanceFen: given.balanceFen,
    way,
    quote: given.quote,
    qrCode: isPhone && payUrl !== null && !isWallet ? null : code,
    payUrl: needsBrowser ? null : payUrl,
    needsBrowser,
    opensWindow: !isPhone || isFramed() || key !== null || isWallet,
    payBeforeMs: readDeadline(given.expiresAt),
  }
}

export function tradeOf(item: PaymentItem): Trade {
  return newTrade(item, item.payType, null)
}

const ownWays = { wechat: 'wxpay', qq: 'qqpay' } as const

/** A chat app opens only the pages of its own payment app. */
function isShutOut({ icon }: PayType): boolean {
  const app = chatApp()
  // A wallet is another app, and cards are paid on a plain web page: no app has to open here.
  if (coinOf(icon) || icon === 'card') return false
  return app !== null && icon !== ownWays[app]
}

/** Whether this way can be paid in the app around the page. */
export function worksHere(way: PayType): boolean {
  return payDevice() !== 'wap' || !isShutOut(way)
}

/** A clock that is hours off must not end a payment that was started just now. */
function readDeadline(expiresAt: string): number {
  const leftMs = Date.parse(expiresAt) - Date.now()
  return Date.now() + (leftMs > 0 && leftMs <= limits.payTtlMs ? leftMs : limits.payTtlMs)
}

/** Only web addresses: a gateway's own scheme is drawn, never opened. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) ? text : null
}

export type Begin = {
  /**
   * Repeats the same key when called again for the same thing before an answer: never two payments. Null when another
   * payment was started or this one cancelled: then its answer must show nothing and lead nowhere.
   */
  begin: (bill: Bill, way: PayType, captcha?: string) => Promise<Trade | null>
  giveUp: () => void
  /** Makes the next payment a new one, even if it is for the same thing. */
  forget: () => void
}

export function makeBegin(): Begin {
  let kept: { intent: string; key: Promise<string> } | null = null
  let run = 0

  function keyFor(intent: string): Promise<string> {
    if (kept?.intent === intent) return kept.key
    const asked = { intent, key: askKey() }
    kept = asked
    asked.key.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.key
  }

  async function ask(bill: Bill, way: PayType, captcha: string | undefined): Promise<Trade> {
    const asked = { ...fieldsOf(bill), payType: way.id, device: payDevice() }
    const key = await keyFor(JSON.stringify(asked))
    const proof = captcha === undefined ? {} : { captcha }
    const isStranger = bill.type === 'daili'
    const given = await call(api.payments.pay, { ...asked, key, ...proof }, { noRedirect: isStranger })
    return newTrade(given, way, isStranger ? key : null)
  }

  return {
    async begin(bill, way, captcha) {
      const own = ++run
      try {
        const trade = await ask(bill, way, captcha)
        return own === run ? trade : null
      } catch (error) {
        if (own === run) throw error
        return null
      }
    },
    giveUp() {
      run += 1
    },
    forget() {
      kept = null
    },
  }
}

async function askKey(): Promise<string> {
  const { key } = await call(api.payments.getKey, {}, { noRedirect: true, unshared: true })
  return key
}

/** Orders need no amount: the server knows what they cost. */
function fieldsOf(bill: Bill) {
  switch (bill.type) {
    case 'user':
      return { type: bill.type, amountFen: bill.amountFen }
    case 'daili':
      return { type: bill.type, daili_id: bill.daili_id, amountFen: bill.amountFen }
    default:
      return { type: bill.type, orderId: bill.orderId, ...partOf(bill.balanceFen ?? 0) }
  }
}

/** A phone opens the payment app itself; all others, and the desktop client by its flag, show a code to scan. */
export function payDevice(): PayDevice {
  return isMobile() && !hasFlag('pc') ? 'wap' : 'qr'
}

/** In a frame the page must stay: payment pages refuse frames, and the top window is not ours. */
export function isFramed(): boolean {
  return hasFlag('iframe') || isInFrame()
}
