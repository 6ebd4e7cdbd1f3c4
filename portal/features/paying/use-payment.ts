import { useEffect, useEffectEvent, useState } from 'react'

import type { PaymentItem, PaymentState, PayType } from '../../../contract/payments.ts'
import { useConfigState } from '../../state/config.ts'
import { useUserState } from '../../state/user.ts'
import { type Bill, billOf, resellerOf, type Trade, tradeOf, makeBegin } from './trade.ts'
import { type Live, useTradeState } from './use-trade-state.ts'
import { usePayTypes, type Ways } from './way-choice.tsx'

/** `onPaid` loads what the payment changed; the balance is read after that. */
type Options = { onPaid?: () => Promise<void> }
type Started = { trade: Trade; isResumed: boolean }

export type Payment = {
  isOpen: boolean
  bill: Bill | null
  ways: Ways
  /** Null until a payment method is chosen. */
  trade: Trade | null
  live: Live
  /** After payment, once known. */
  balanceFen: number | null
  isBusy: boolean
  /** Why it could not start; nothing was charged then. */
  failure: unknown
  /** Opens the sheet for a bill; starts at once if the method is given. The same bill again continues. */
  open: (bill: Bill, way?: PayType) => void
  resume: (item: PaymentItem) => void
  /** Continues a known payment. */
  follow: (bill: Bill, trade: Trade) => void
  /** Starts; a refusal goes into `failure`. */
  pay: (bill: Bill, way: PayType) => void
  /** The same for callers that handle refusals themselves. Null when it was cancelled before its answer arrived. */
  start: (bill: Bill, way: PayType, captcha: string) => Promise<Trade | null>
  /** Goes back to choosing a method, for a new payment of the same bill. */
  startOver: () => void
  close: () => void
}

/** One online payment from choosing a method to its result. It continues while its sheet is closed. */
export function usePayment({ onPaid }: Options = {}): Payment {
  const dailiKey = useConfigState((state) => state.dailiKey)
  const [isOpen, setIsOpen] = useState(false)
  const [bill, setBill] = useState<Bill | null>(null)
  const [started, setStarted] = useState<Started | null>(null)
  const { isBusy, failure, start, pay, leave, forget } = useBegin((toPay, begun) => {
    setBill(toPay)
    setStarted({ trade: begun, isResumed: false })
    jump(begun)
  })
  const ways = usePayTypes(bill && !started ? bill.type : null, bill ? resellerOf(bill, dailiKey) : dailiKey)
  const trade = started?.trade ?? null
  const live = useTradeState(trade, started?.isResumed ?? false)
  const balanceFen = usePaid(live.state, onPaid)

  function show(next: Bill, begun: Started | null): void {
    leave()
    setBill(next)
    setStarted(begun)
    setIsOpen(true)
  }

  function open(next: Bill, way?: PayType): void {
    const isUnderWay = started !== null && (live.state?.status ?? 'pending') === 'pending'
    const isSame = JSON.stringify(bill) === JSON.stringify(next) && (!way || way.id === started?.trade.way.id)
    if (isUnderWay && isSame) return setIsOpen(true)
    // Without an answer the last payment is still open: the same thing again continues it.
    if (started) forget()
    show(next, null)
    if (way) void pay(next, way)
  }

  function startOver(): void {
    leave()
    forget()
    setStarted(null)
  }

  return {
    isOpen,
    bill,
    ways,
    trade,
    live,
    balanceFen,
    isBusy,
    failure,
    open,
    resume: (item) => show(billOf(item), { trade: tradeOf(item), isResumed: true }),
    follow: (known, begun) => show(known, { trade: begun, isResumed: true }),
    pay: (toPay, way) => void pay(toPay, way),
    start,
    startOver,
    close: () => {
      leave()
      setIsOpen(false)
    },
  }
}

/** Reports once that money has arrived; balance and package may have changed with it. */
function usePaid(state: PaymentState | null, onPaid: Options['onPaid']): number | null {
  const [known, setKnown] = useState<{ after: PaymentState; balanceFen: number | null } | null>(null)
  const tell = useEffectEvent(() => onPaid?.())
  useEffect(() => {
    if (state?.status !== 'paid') return
    void Promise.resolve(tell()).then(() => {
      setKnown({ after: state, balanceFen: useUserState.getState().knownInfo?.balanceFen ?? null })
    })
  }, [state])
  return known !== null && known.after === state ? known.balanceFen : null
}

/** In the same window if possible: payment apps return to the page that called them. */
function jump({ payUrl, qrCode, opensWindow }: Trade): void {
  if (payUrl === null || qrCode !== null) return
  if (!opensWindow) location.assign(payUrl)
  // A browser that requires a tap refuses this; the button in the sheet works there.
  else window.open(payUrl, '_blank', 'noopener,noreferrer')
}

/** Starts payments, one at a time; `onBegun` gets those that were not cancelled before their answer arrived. */
function useBegin(onBegun: (bill: Bill, trade: Trade) => void) {
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
      // Cancelled: whatever came later sets the state.
      if (!(await start(bill, way))) return
    } catch (error) {
      setFailure(error)
    }
    setIsBusy(false)
  }

  return { isBusy, failure, start, pay, leave, forget }
}
