import type { OpenPayment, PaymentItem, PayType } from '../../../contract/payments.ts'
import { limits } from '../../../contract/limits.ts'
import { chatApp } from '../../../ui/device/chat-app.ts'
import { isFramed, payDevice } from './pay-device.ts'

/** One payment that was begun: what the payer scans or opens, and until when. */
export type Trade = {
  outTradeNo: string
  /** Shows a stranger's own payment to him; its owner needs none. */
  key: string | null
  amountFen: number
  way: PayType
  /** A text to draw, where somebody scans. */
  qrCode: string | null
  /** An address to open; null where there is none or it cannot be opened from here. */
  payUrl: string | null
  /** The chat app around the page shuts out the payment page: it has to be opened in a real browser. */
  needsBrowser: boolean
  /** Another window, so that this page stays and sees the result. */
  opensWindow: boolean
  /** By this device's clock. */
  payBeforeMs: number
}

type Given = Pick<OpenPayment, 'out_trade_no' | 'payUrl' | 'qrCode' | 'amountFen' | 'expiresAt'>

export function newTrade(given: Given, way: PayType, key: string | null): Trade {
  const isPhone = payDevice() === 'wap'
  const link = webAddress(given.payUrl)
  const code = given.qrCode
  // On a phone nobody scans: what the code says opens the payment app as well.
  const codeLink = isPhone || way.sandbox ? webAddress(code) : null
  const payUrl = link ?? codeLink
  const needsBrowser = isPhone && payUrl !== null && isShutOut(way)
  return {
    outTradeNo: given.out_trade_no,
    key,
    amountFen: given.amountFen,
    way,
    qrCode: isPhone && payUrl !== null ? null : code,
    payUrl: needsBrowser ? null : payUrl,
    needsBrowser,
    opensWindow: !isPhone || isFramed() || key !== null,
    payBeforeMs: readDeadline(given.expiresAt),
  }
}

export function tradeOf(item: PaymentItem): Trade {
  return newTrade(item, item.payType, null)
}

const ownWays = { wechat: 'wxpay', qq: 'qqpay' } as const

/** A chat app opens the pages of its own payment app only. */
function isShutOut({ icon }: PayType): boolean {
  const app = chatApp()
  return app !== null && icon !== ownWays[app]
}

/** A clock that is wrong by hours must not say that a payment begun just now is over. */
function readDeadline(expiresAt: string): number {
  const leftMs = Date.parse(expiresAt) - Date.now()
  return Date.now() + (leftMs > 0 && leftMs <= limits.payTtlMs ? leftMs : limits.payTtlMs)
}

/** Only what a browser may be sent to; a gateway's own scheme is drawn, never opened. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) ? text : null
}
