import { useEffect, useRef, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { PaymentState } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'
import type { Trade } from './trade.ts'
import { startWatch, type Watch } from './watch.ts'

export type Live = {
  /** Null until the first answer. */
  state: PaymentState | null
  /** The reader asked, and the answer is on its way. */
  isChecking: boolean
  /** The reader asked, and nothing had arrived. */
  foundNothing: boolean
  /** The last look got no answer. */
  isCutOff: boolean
  checkNow: () => void
}

type Asked = { outTradeNo: string; isAnswered: boolean }
type Known = { outTradeNo: string; state: PaymentState | null; isCutOff: boolean }

/** Follows a payment until it is paid, closed or refunded. */
export function useTradeState(trade: Trade | null, isResumed: boolean): Live {
  const [known, setKnown] = useState<Known | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const watch = useRef<Watch | null>(null)
  const outTradeNo = trade?.outTradeNo ?? null
  const key = trade?.key ?? null

  useEffect(() => {
    if (outTradeNo === null) return
    let left = false
    const look = async () => {
      try {
        const named = { out_trade_no: outTradeNo, ...(key ? { key } : {}) }
        const answer = await call(api.payments.check, named, { noRedirect: key !== null })
        if (!left) setKnown({ outTradeNo, state: answer, isCutOff: false })
        return answer.status === 'pending' ? 'open' : 'over'
      } catch (error) {
        if (!left) setKnown((old) => ({ outTradeNo, state: stateFor(outTradeNo, old), isCutOff: true }))
        throw error
      }
    }
    // A payment that was left and found again may be paid already.
    watch.current = startWatch(look, isResumed ? 0 : limits.payAskEveryMs)
    return () => {
      left = true
      watch.current?.stop()
    }
  }, [outTradeNo, key, isResumed])

  async function checkNow(): Promise<void> {
    if (outTradeNo === null) return
    setAsked({ outTradeNo, isAnswered: false })
    await watch.current?.now()
    setAsked({ outTradeNo, isAnswered: true })
  }

  const isMine = known !== null && known.outTradeNo === outTradeNo
  const state = isMine ? known.state : null
  const asking = asked?.outTradeNo === outTradeNo ? asked : null
  return {
    state,
    isChecking: asking?.isAnswered === false,
    foundNothing:
      asking?.isAnswered === true && (state === null || state.status === 'pending' || state.status === 'closed'),
    isCutOff: isMine && known.isCutOff,
    checkNow: () => void checkNow(),
  }
}

function stateFor(outTradeNo: string, known: Known | null): PaymentState | null {
  return known?.outTradeNo === outTradeNo ? known.state : null
}
