import { useRef } from 'react'

import { api } from '../../contract/api.ts'
import type { PayType } from '../../contract/payments.ts'
import { call } from '../http/client.ts'
import type { Bill } from './bill.ts'
import { payDevice } from './pay-device.ts'
import { newTrade, type Trade } from './trade.ts'

/** Begins a payment. Asked again for the same thing after a lost answer, it sends the same key: never two payments. */
export function useBegin() {
  const kept = useRef<{ intent: string; key: string } | null>(null)

  async function keyFor(intent: string): Promise<string> {
    if (kept.current?.intent !== intent) {
      const { key } = await call(api.payments.getKey, {}, { stay: true, fresh: true })
      kept.current = { intent, key }
    }
    return kept.current.key
  }

  async function begin(bill: Bill, way: PayType, captcha?: string): Promise<Trade> {
    const asked = { ...fieldsOf(bill), payType: way.id, device: payDevice() }
    const key = await keyFor(JSON.stringify(asked))
    const proof = captcha === undefined ? {} : { captcha }
    const isStranger = bill.type === 'daili'
    const given = await call(api.payments.pay, { ...asked, key, ...proof }, { stay: isStranger })
    return newTrade(given, way, isStranger ? key : null)
  }

  /** The next payment is another one, even if it is for the same thing. */
  function forget(): void {
    kept.current = null
  }

  return { begin, forget }
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
