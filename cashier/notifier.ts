import type { Deliveries } from './deliveries.ts'
import type { MerchantBook } from './merchants.ts'
import { protocols } from './protocols.ts'
import type { Trade } from './trade.ts'

/** How to spoil a notify. `changes` are signed too, like at a faulty gateway. */
export type NotifyWish = {
  changes?: Record<string, string>
  /** `own` key by default, another shop's key, one changed character in the signature, or no signature. */
  sign?: 'own' | 'other' | 'bad' | 'none'
  copies?: number
  delayMs?: number
}
export type Letter = { outTradeNo: string; url: string; form: string | null }
export type Notifier = ReturnType<typeof makeNotifier>

type NotifierDeps = { merchants: MerchantBook; deliveries: Deliveries; now: () => Date; settings: NotifySettings }
/** Sends `copies` of every notify, each up to `jitterMs` late: they arrive repeatedly and out of order. */
export type NotifySettings = { speed: number; isOn: boolean; copies: number; jitterMs: number }

export function makeNotifier({ merchants, deliveries, now, settings }: NotifierDeps) {
  const write = async (trade: Trade, wish: NotifyWish = {}): Promise<Letter | null> => {
    const merchant = merchants.byAppId(trade.appId)
    if (!merchant || trade.notifyUrl === null) return null
    const signer = wish.sign === 'other' ? await merchants.add() : merchant
    const { writeNotify, notifyBy } = protocols[trade.protocol]
    const head = { merchant, signer, changes: wish.changes ?? {}, now: now() }
    const fields = spoil(writeNotify(trade, head), wish.sign ?? 'own')
    const form = new URLSearchParams(fields).toString()
    const { outTradeNo, notifyUrl: url } = trade
    return notifyBy === 'POST' ? { outTradeNo, url, form } : { outTradeNo, url: `${url}?${form}`, form: null }
  }
  return {
    write,
    /** Sends the notify that a gateway sends by itself when a trade changes. */
    async tell(trade: Trade): Promise<void> {
      const letter = settings.isOn ? await write(trade) : null
      if (!letter) return
      for (let copy = 0; copy < settings.copies; copy += 1) {
        deliveries.queue(letter, settings.jitterMs === 0 ? 0 : Math.random() * settings.jitterMs)
      }
    },
    async send(trade: Trade, wish: NotifyWish): Promise<string[]> {
      const letters = await Promise.all(Array.from({ length: wish.copies ?? 1 }, () => write(trade, wish)))
      await new Promise((resolve) => setTimeout(resolve, wish.delayMs ?? 0))
      return Promise.all(letters.map((letter) => (letter ? deliveries.sendNow(letter) : '[nowhere]')))
    },
  }
}

function spoil(fields: Record<string, string>, sign: NonNullable<NotifyWish['sign']>): Record<string, string> {
  const { sign: right = '', ...rest } = fields
  if (sign === 'none') return rest
  // Do not change the end: base64 has spare bits there, and the signature would stay valid.
  return sign === 'bad'
    ? { ...rest, sign: `${right.slice(0, 9)}${right[9] === '0' ? '1' : '0'}${right.slice(10)}` }
    : fields
}
