import { timingSafeEqual } from 'node:crypto'

import type { Deliveries } from './deliveries.ts'
import { GATEWAY_FAULTS, type Fault, type Faults } from './faults.ts'
import { json, text, type Answer, type Request } from './http.ts'
import type { MerchantBook } from './merchants.ts'
import type { Notifier, NotifySettings, NotifyWish } from './notifier.ts'
import { isPaid, refundedFen, statusAt, type Trade } from './trade.ts'
import type { Moved, TradeBook } from './trades.ts'

export type ControlDeps = {
  merchants: MerchantBook
  trades: TradeBook
  faults: Faults
  notifier: Notifier
  deliveries: Deliveries
  settings: NotifySettings
  now: () => Date
}
export type TradeMove =
  | 'scan'
  | 'pay'
  | 'pay_anyway'
  | 'close'
  | 'expire'
  | 'forget'
  | 'finish'
  | 'refund'
  | 'see'
  | 'dispute'
  | 'win'
  | 'lose'
/** Fields of a control call; each call uses only some of them. */
export type ControlInput = {
  outTradeNo?: string
  /** Needed where two shops use the same number. */
  appId?: string
  move?: TradeMove
  refundFen?: number
  outRequestNo?: string
  /** False: send no notify for this move. */
  tells?: boolean
  fault?: Fault
  wish?: NotifyWish
  settings?: Partial<NotifySettings>
}

/** Orders faults and moves for tests. Loopback only, behind a token, never shown under the portal. */
export async function handleControl(deps: ControlDeps, request: Request): Promise<Answer> {
  if (!hasToken(request, deps.merchants.controlToken)) return text('forbidden', 403)
  const input = JSON.parse(request.body || '{}') as ControlInput
  const name = request.path.slice('/control/'.length)
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined
  return call ? json((await call(deps, input)) ?? {}) : text('no such call', 404)
}

const calls: Record<string, (deps: ControlDeps, input: ControlInput) => unknown> = {
  fault({ faults }, { fault }) {
    if (!fault || !GATEWAY_FAULTS.includes(fault.kind)) throw new Error('no such fault')
    faults.order(fault)
  },
  'clear-faults': ({ faults }) => faults.clear(),
  waiting: ({ faults }) => ({ count: faults.countWaiting() }),
  settings: (deps, { settings }) => Object.assign(deps.settings, settings),
  async move(deps, input) {
    const moved = makeMove(deps, getTrade(deps, input), input)
    if (!moved) throw new Error(`the trade cannot ${input.move} now`)
    if (
      moved.isChanged &&
      input.tells !== false &&
      input.move !== 'scan' &&
      input.move !== 'expire' &&
      input.move !== 'see'
    )
      await deps.notifier.tell(moved.trade)
    return shown(deps, moved.trade)
  },
  notify: (deps, input) => deps.notifier.send(getTrade(deps, input), input.wish ?? {}),
  'write-notify': (deps, input) => deps.notifier.write(getTrade(deps, input), input.wish ?? {}),
  trade: (deps, input) => shown(deps, getTrade(deps, input)),
  deliveries: ({ deliveries }, { outTradeNo }) =>
    deliveries.all().filter((delivery) => outTradeNo === undefined || delivery.outTradeNo === outTradeNo),
  merchant: ({ merchants }) => merchants.add(),
  totals({ trades, deliveries }) {
    const paid = trades.all().filter(isPaid)
    return {
      trades: trades.all().length,
      paid: paid.length,
      paidFen: paid.reduce((sum, trade) => sum + trade.totalFen, 0),
      refundedFen: paid.reduce((sum, trade) => sum + refundedFen(trade), 0),
      notifies: deliveries.all().reduce((sum, { answers }) => sum + answers.length, 0),
      undelivered: deliveries.all().filter(({ isDone }) => !isDone).length,
    }
  },
}

function makeMove({ trades }: ControlDeps, trade: Trade, input: ControlInput): Moved | null {
  switch (input.move) {
    case 'scan':
      return trades.scan(trade)
    case 'pay':
      return trades.pay(trades.scan(trade)?.trade ?? trade)
    case 'pay_anyway':
      return trades.payAnyway(trade)
    case 'close':
      return trades.close(trade)
    case 'expire':
      return trades.expire(trade)
    case 'forget':
      return trades.forget(trade)
    case 'see':
      return trades.see(trade)
    case 'finish':
      return trades.finish(trade)
    case 'refund':
      return trades.refund(
        trade,
        input.outRequestNo ?? `by-hand-${trade.refunds.length}`,
        input.refundFen ?? trade.totalFen,
      )
    case 'dispute':
    case 'win':
    case 'lose':
      return disputed(trades, trade, input.move, input.refundFen)
    default:
      return null
  }
}

function disputed(
  trades: TradeBook,
  trade: Trade,
  move: 'dispute' | 'win' | 'lose',
  fen = trade.totalFen,
): Moved | null {
  const { dispute } = trade
  if (move === 'dispute') return isPaid(trade) && !dispute ? trades.dispute(trade, fen, 'needs_response') : null
  if (dispute?.status !== 'needs_response') return null
  return trades.dispute(trade, dispute.fen, move === 'win' ? 'won' : 'lost')
}

function getTrade({ trades }: ControlDeps, { outTradeNo, appId }: ControlInput): Trade {
  const isMeant = (trade: Trade) => trade.outTradeNo === outTradeNo && (appId ?? trade.appId) === trade.appId
  const found = trades.all().find(isMeant)
  if (!found) throw new Error(`no trade ${outTradeNo}`)
  return found
}

function shown({ now }: ControlDeps, trade: Trade): Trade {
  return { ...trade, status: statusAt(trade, now()) }
}

function hasToken({ headers }: Request, token: string): boolean {
  const [given, right] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === right.length && timingSafeEqual(given, right)
}
