import type { Deliveries, Delivery } from './deliveries.ts'
import type { MerchantBook } from './merchants.ts'
import type { Signing } from './protocol.ts'
import { protocols } from './protocols.ts'
import type { Trade } from './trade.ts'

/** How to spoil a notify. `changes` are signed too, like at a faulty gateway. */
export type NotifyWish = {
  changes?: Record<string, string>
  sign?: Signing
  copies?: number
  delayMs?: number
}
export type Letter = Pick<Delivery, 'outTradeNo' | 'url' | 'form' | 'isJson' | 'headers'>
export type Notifier = ReturnType<typeof makeNotifier>

type NotifierDeps = { merchants: MerchantBook; deliveries: Deliveries; now: () => Date; settings: NotifySettings }
/** Sends `copies` of every notify, each up to `jitterMs` late: they arrive repeatedly and out of order. */
export type NotifySettings = { speed: number; isOn: boolean; copies: number; jitterMs: number }

export function makeNotifier({ merchants, deliveries, now, settings }: NotifierDeps) {
  const write = async (trade: Trade, wish: NotifyWish = {}): Promise<Letter | null> => {
    const merchant = merchants.byAppId(trade.appId)
    if (!merchant || trade.notifyUrl === null) return null
    const signer = wish.sign === 'other' ? await merchants.add() : merchant
    const protocol = protocols[trade.protocol]
    const { sign = 'own', changes = {} } = wish
    const head = { merchant, signer, changes, now: now(), sign }
    const { outTradeNo, notifyUrl: url } = trade
    if ('writeBody' in protocol) {
      const { body, headers } = protocol.writeBody(trade, head)
      return { outTradeNo, url, form: body, headers }
    }
    const { writeNotify, notifyBy, signField = 'sign' } = protocol
    const fields = spoil(writeNotify(trade, head), sign, signField)
    if (notifyBy === 'JSON') return { outTradeNo, url, form: JSON.stringify(fields), isJson: true }
    const form = new URLSearchParams(fields as Record<string, string>).toString()
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

type Fields = Record<string, string | number>

function spoil(fields: Fields, sign: Signing, field: string): Fields {
  const { [field]: right = '', ...rest } = fields
  const text = String(right)
  if (sign === 'none') return rest
  // Do not change the end: base64 has spare bits there, and the signature would stay valid.
  return sign === 'bad'
    ? { ...rest, [field]: `${text.slice(0, 9)}${text[9] === '0' ? '1' : '0'}${text.slice(10)}` }
    : fields
}
