import { useState } from 'react'

import type { PayType } from '../../../contract/payments.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import type { Bill } from '../../features/paying/bill.ts'
import type { Trade } from '../../features/paying/trade.ts'
import type { Payment } from '../../features/paying/use-payment.ts'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'

/** Begins a stranger's payment, with the proof that one is a person. */
export function useStart(payment: Payment, onBegun: (trade: Trade) => void) {
  const captcha = useCaptcha()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function start(bill: Bill, way: PayType, answer: string): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      await captcha.withProof(answer, async (proof) => {
        const trade = await payment.start(bill, way, proof)
        if (trade) onBegun(trade)
      })
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  const isWrongPicture = failure instanceof ApiError && failure.code === 'auth.captcha_wrong'
  return {
    start,
    captcha,
    isBusy,
    problem: isWrongPicture ? failureText(failure) : undefined,
    /** What stands beside the picture is not said twice. */
    failure: isWrongPicture && captcha.picture ? null : failure,
  }
}
