import { api } from '../../../contract/api.ts'
import type { PayType } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'
import type { Bill } from './bill.ts'
import { payDevice } from './pay-device.ts'
import { newTrade, type Trade } from './trade.ts'

export type Begin = {
  /**
   * Asked again for the same thing before it was answered, it sends the same key: never two payments. Null when another
   * one was begun meanwhile, or this one given up: then its answer must show nothing and lead nowhere.
   */
  begin: (bill: Bill, way: PayType, captcha?: string) => Promise<Trade | null>
  giveUp: () => void
  /** The next payment is another one, even if it is for the same thing. */
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

/** The server knows what an order costs. */
function fieldsOf(bill: Bill) {
  switch (bill.type) {
    case 'user':
      return { type: bill.type, amountFen: bill.amountFen }
    case 'daili':
      return { type: bill.type, daili_id: bill.daili_id, amountFen: bill.amountFen }
    default:
      return { type: bill.type, orderId: bill.orderId }
  }
}
