import { useEffect, useEffectEvent, useState } from 'react'

import type { PaymentItem, PaymentState, PayType } from '../../../contract/payments.ts'
import { useConfigState } from '../../state/config.ts'
import { useUserState } from '../../state/user.ts'
import { type Bill, billOf, resellerOf, type Trade, tradeOf, makeBegin } from './trade.ts'
import { type Live, useTradeState } from './use-trade-state.ts'
import { usePayTypes, type Ways } from './way-choice.tsx'

/** `onOver` loads what the payment changed, also by closing: what it held is back. The balance is read after that. */
type Options = { onOver?: (status: PaymentState['status']) => Promise<void> }
/** `isWanted`: the payer wants to pay now, so a new one follows if this is found closed. */
type Started = { trade: Trade; isResumed: boolean; isWanted?: boolean }

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
  /** By which way the last try was: another try offers it first. */
  tried: PayType | null
  /** Opens the sheet for a bill; starts at once if the method is given. The same bill again continues. */
  open: (bill: Bill, way?: PayType) => void
  /** Goes on paying; with a new trade if this one has been closed meanwhile. */
  resume: (item: PaymentItem) => void
  /** Shows what becomes of a payment. */
  returned: (item: PaymentItem) => void
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
export function usePayment({ onOver }: Options = {}): Payment {
  const dailiKey = useConfigState((state) => state.dailiKey)
  const [isOpen, setIsOpen] = useState(false)
  const [bill, setBill] = useState<Bill | null>(null)
  const [started, setStarted] = useState<Started | null>(null)
  const { isBusy, failure, tried, start, pay, leave, forget } = useBegin((toPay, begun) => {
    setBill(toPay)
    setStarted({ trade: begun, isResumed: false })
    jump(begun)
  })
  const ways = usePayTypes(bill && !started ? bill.type : null, bill ? resellerOf(bill, dailiKey) : dailiKey)
  const trade = started?.trade ?? null
  const live = useTradeState(trade, started?.isResumed ?? false)
  const balanceFen = useOver(live.state, onOver)
  useAnswers(live.state, (status) => {
    if (!started?.isWanted || !bill) return
    if (status !== 'closed') return setStarted({ ...started, isWanted: false })
    startOver()
    void pay(bill, started.trade.way)
  })

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
    tried,
    open,
    resume: (item) => show(billOf(item), { trade: tradeOf(item), isResumed: true, isWanted: true }),
    returned: (item) => show(billOf(item), { trade: tradeOf(item), isResumed: true }),
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

function useAnswers(state: PaymentState | null, hear: (status: PaymentState['status']) => void): void {
  const tell = useEffectEvent(hear)
  useEffect(() => {
    if (state) tell(state.status)
  }, [state])
}

/** Reports each end: balance and package may have changed with it. */
function useOver(state: PaymentState | null, onOver: Options['onOver']): number | null {
  const [known, setKnown] = useState<{ after: PaymentState; balanceFen: number | null } | null>(null)
  const tell = useEffectEvent((status: PaymentState['status']) => onOver?.(status))
  useEffect(() => {
    if (!state || state.status === 'pending') return
    void Promise.resolve(tell(state.status)).then(() => {
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
  const [tried, setTried] = useState<PayType | null>(null)

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
    setTried(way)
    try {
      // Cancelled: whatever came later sets the state.
      if (!(await start(bill, way))) return
    } catch (error) {
      setFailure(error)
    }
    setIsBusy(false)
  }

  return { isBusy, failure, tried, start, pay, leave, forget }
}
