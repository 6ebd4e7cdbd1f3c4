import { useEffect, useState } from 'react'

import type { PayType } from '../../../contract/payments.ts'
import { makeBegin, type Trade } from './trade.ts'
import type { Bill } from './bill.ts'

/** Begins payments, one at a time; `onBegun` hears of those that were not given up before their answer came. */
export function useBegin(onBegun: (bill: Bill, trade: Trade) => void) {
  const [{ begin, giveUp, forget }] = useState(makeBegin)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => giveUp, [giveUp])

  function leave(): void {
    giveUp()
    setIsBusy(false)
    setFailure(null)
  }

  async function start(bill: Bill, way: PayType, captcha?: string): Promise<Trade | null> {
    const trade = await begin(bill, way, captcha)
    if (trade) onBegun(bill, trade)
    return trade
  }

  async function pay(bill: Bill, way: PayType): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      // Given up: whatever came after it says how things stand.
      if (!(await start(bill, way))) return
    } catch (error) {
      setFailure(error)
    }
    setIsBusy(false)
  }

  return { isBusy, failure, start, pay, leave, forget }
}
