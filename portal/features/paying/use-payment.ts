import { useEffect, useEffectEvent, useState } from 'react'

import type { PaymentItem, PaymentState, PayType } from '../../../contract/payments.ts'
import { useConfigState } from '../../state/config.ts'
import { useUserState } from '../../state/user.ts'
import { type Bill, billOf, resellerOf, type Trade, tradeOf, makeBegin } from './trade.ts'
import { type Live, useTradeState } from './use-trade-state.ts'
import { usePayTypes, type Ways } from './way-choice.tsx'

/** `onPaid` loads what the payment has changed; the balance is read once that is done. */
type Options = { onPaid?: () => Promise<void> }
type Started = { trade: Trade; isResumed: boolean }

export type Payment = {
  isOpen: boolean
  bill: Bill | null
  ways: Ways
  /** Null while the way is still to be chosen. */
  trade: Trade | null
  live: Live
  /** After it was paid, once known. */
  balanceFen: number | null
  isBusy: boolean
  /** Why it could not begin; nothing was charged then. */
  failure: unknown
  /** Shows the sheet for a bill; with the way chosen already it begins at once. The same bill again goes on. */
  open: (bill: Bill, way?: PayType) => void
  resume: (item: PaymentItem) => void
  /** Goes on with a payment that is known already. */
  follow: (bill: Bill, trade: Trade) => void
  /** Begins; a refusal is `failure`. */
  pay: (bill: Bill, way: PayType) => void
  /** The same for callers that handle refusals themselves. Null when it was given up before its answer came. */
  start: (bill: Bill, way: PayType, captcha: string) => Promise<Trade | null>
  /** Back to the choice of a way, for a new payment of the same bill. */
  startOver: () => void
  close: () => void
}

/** One online payment from choosing a way to its result. It goes on while its sheet is closed. */
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
    // Without an answer the last one is not over: the same thing again goes on with it.
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

/** Tells once that money has arrived; the balance and the package may have changed with it. */
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

/** In the same window where it may: payment apps come back to the page that called them. */
function jump({ payUrl, qrCode, opensWindow }: Trade): void {
  if (payUrl === null || qrCode !== null) return
  if (!opensWindow) location.assign(payUrl)
  // Refused by a browser that wants a tap for it: the button in the sheet is one.
  else window.open(payUrl, '_blank', 'noopener,noreferrer')
}

/** Begins payments, one at a time; `onBegun` hears of those that were not given up before their answer came. */
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
      // Given up: whatever came after it says how things stand.
      if (!(await start(bill, way))) return
    } catch (error) {
      setFailure(error)
    }
    setIsBusy(false)
  }

  return { isBusy, failure, start, pay, leave, forget }
}
