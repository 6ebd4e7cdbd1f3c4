import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { OpenPayment, PaymentState, PayType } from '../../../contract/payments.ts'
import { isMobile } from '../../../ui/device/user-agent.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'

const LOOK_EVERY_MS = 3000

/** A payment in progress. After the return from its gateway, only the number is known. */
export type Trade = { number: string; opened: OpenPayment | null; way: PayType | null }

/** Begins a payment. After a lost answer it asks again with the same key. */
export function useBegin(onBegun: (trade: Trade) => void) {
  const intent = useIntentKey()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function begin(amountFen: number, way: PayType): Promise<void> {
    setBusy(true)
    setFailure(null)
    const asked = { amountFen, payType: way.id, device: isMobile() ? ('wap' as const) : ('qr' as const) }
    try {
      const opened = await call(consoleApi.money.topUp, { ...asked, key: intent.of(asked) })
      intent.settle()
      onBegun({ number: opened.out_trade_no, opened, way })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, begin }
}

/** Asks for the payment's status every few seconds until it is final. */
export function useFollow(number: string, onPaid: () => void) {
  const query = useQuery({
    queryKey: [consoleApi.money.followTopUp.path, number],
    queryFn: () => call(consoleApi.money.followTopUp, { out_trade_no: number }, { quiet: true }),
    refetchInterval: ({ state }) => (hasEnd(state.data) ? false : LOOK_EVERY_MS),
    gcTime: 0,
  })
  const isPaid = query.data?.status === 'paid'
  const tellPaid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) tellPaid()
  }, [isPaid])
  return { state: query.data ?? null, isAsking: query.isFetching, askNow: () => query.refetch() }
}

function hasEnd(state: PaymentState | undefined): boolean {
  return state !== undefined && state.status !== 'pending'
}
