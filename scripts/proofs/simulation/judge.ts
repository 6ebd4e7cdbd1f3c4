import { DAY_MS } from '../../../contract/durations.ts'
import { monthsOf } from '../../../server/domains/catalogue/period.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { addMonths } from '../../../server/platform/text/calendar.ts'
import { sold } from '../greedy/moves.ts'
import { isPack, packageOf, type Game } from '../greedy/world.ts'
import { refundedFen } from './gateway.ts'
import type { Model, Sale } from './model.ts'

/** Months have 28 to 31 days, so a sum of them depends on where it begins. The smallest grant is 28 days. */
const SLACK_MS = 4 * DAY_MS
/** What a refund may take of what its own money paid for: the second week is all that has gone by. */
const USED_MS = 12 * DAY_MS
const GIB = 1024 ** 3
const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`

type PaymentRow = {
  number: string
  creditedTo: 'order' | 'balance' | null
  tradeNo: string | null
  refundedFen: number
  backFen: number
}
type Seen = {
  payments: Map<string, PaymentRow>
  balances: Map<number, number>
  /** By the kind of account, of this reseller's transactions. */
  moved: Map<string, number>
  outFen: number
  feesFen: number
  paidOut: Set<string>
  subscriptions: Map<number, { expiresAt: Date | null; packBytes: number }>
}

/** Holds what is there at the end against what was acknowledged and against what the gateway knows. */
export async function judge(db: Db, game: Game, model: Model, isOwnMerchant: boolean): Promise<string[]> {
  const seen = await look(db, game)
  return [
    ...judgeGateway(model, seen),
    ...game.accounts.flatMap(({ id }, who) =>
      [...judgeBalance(model, seen, who, id), ...judgeService(game, model, seen, who, id)].map(
        (problem) => `account ${who + 1}: ${problem}`,
      ),
    ),
    ...judgeOutside(model, seen, isOwnMerchant),
    ...judgePlatform(model, seen),
    ...judgeKeys(model, seen),
    ...[...model.paidOut.keys()]
      .filter((id) => !seen.paidOut.has(id))
      .map((id) => `payout ${id} was acknowledged and is not there`),
  ]
}

async function look({ pool }: Db, { resellerId }: Game): Promise<Seen> {
  const ask = async <Row>(text: string) => (await pool.query(text, [resellerId])).rows as Row[]
  const payments = await ask<PaymentRow>(
    `select p.out_trade_no as number, p.credited_to as "creditedTo", p.trade_no as "tradeNo", p.refunded_fen::float8 as "refundedFen",
       coalesce((select sum(r.balance_fen) from refunds r where r.payment_id = p.id and r.state = 'done'), 0)::float8 as "backFen"
     from payments p where p.reseller_id = $1`,
  )
  const balances = await ask<{ id: string; fen: number }>(
    `select account_id as id, balance_fen::float8 as fen from ledger_accounts where reseller_id = $1 and kind = 'user'`,
  )
  const moved = await ask<{ kind: string; fen: number }>(
    `select a.kind, sum(p.amount_fen)::float8 as fen from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
       join ledger_accounts a on a.id = p.ledger_account_id where t.reseller_id = $1 group by 1`,
  )
  const out = await ask<{ id: string; fen: number; fee: number }>(
    `select id, amount_fen::float8 as fen, 0::float8 as fee from payouts where reseller_id = $1 and state = 'paid'
     union all
     select id, case paid_by when 'platform' then amount_fen - fee_fen else 0 end::float8, case paid_by when 'platform' then fee_fen else 0 end::float8
       from withdrawals where reseller_id = $1 and state = 'paid'`,
  )
  const subscriptions = await ask<{ id: string; expiresAt: Date | null; packBytes: number }>(
    `select account_id as id, expires_at as "expiresAt", pack_bytes::float8 as "packBytes" from subscriptions where reseller_id = $1`,
  )
  return {
    payments: new Map(payments.map((row) => [row.number, row])),
    balances: new Map(balances.map(({ id, fen }) => [Number(id), fen])),
    moved: new Map(moved.map(({ kind, fen }) => [kind, fen])),
    outFen: out.reduce((sum, { fen }) => sum + fen, 0),
    feesFen: out.reduce((sum, { fee }) => sum + fee, 0),
    paidOut: new Set(out.map(({ id }) => id)),
    subscriptions: new Map(
      subscriptions.map(({ id, ...row }) => [
        Number(id),
        { ...row, expiresAt: row.expiresAt && new Date(row.expiresAt) },
      ]),
    ),
  }
}

/** Each trade that was paid is credited once, none that was not; and what went back is what the gateway gave back. */
function judgeGateway({ till }: Model, { payments }: Seen): string[] {
  return [...payments.values()].flatMap(({ number, creditedTo, tradeNo, refundedFen: bookedFen }) => {
    const trade = till.trades.get(number)
    const isPaid = trade?.state === 'paid'
    if (isPaid !== (creditedTo !== null)) {
      return [
        isPaid ? `trade ${number} is paid and was never credited` : `payment ${number} is credited and was never paid`,
      ]
    }
    if (!isPaid) return []
    const returnedFen = refundedFen(trade)
    return [
      ...(tradeNo === trade.tradeNo ? [] : [`payment ${number} names another trade`]),
      ...(returnedFen === bookedFen
        ? []
        : [`trade ${number} gave back ${yuan(returnedFen)}, the books say ${yuan(bookedFen)}`]),
    ]
  })
}

/** Orders that were paid, whichever way. */
function soldOf(model: Model, { payments }: Seen): Sale[] {
  const online = [...model.payments].flatMap(([number, { orderId }]) =>
    orderId !== null && payments.get(number)?.creditedTo === 'order' ? [model.orders.get(orderId)!] : [],
  )
  return [...model.sales.values(), ...online]
}

function refundedOrders(model: Model): Set<string> {
  const online = [...model.payments].flatMap(([number, { orderId }]) => {
    const trade = model.till.trades.get(number)
    return orderId !== null && trade && refundedFen(trade) > 0 ? [orderId] : []
  })
  return new Set([...model.orderRefunds.keys(), ...online])
}

function judgeBalance(model: Model, { payments, balances }: Seen, who: number, id: number): string[] {
  let fen = 0
  for (const [number, payment] of model.payments) {
    const row = payments.get(number)
    if (payment.who !== who || !row?.creditedTo) continue
    fen += row.creditedTo === 'order' ? row.backFen - payment.balanceFen : payment.amountFen - row.refundedFen
  }
  for (const sale of model.sales.values()) if (sale.who === who) fen -= sale.amountFen
  for (const refund of model.orderRefunds.values()) if (refund.who === who) fen += refund.fen
  for (const gift of model.gifts.values()) if (gift.who === who && gift.kind === 'balance') fen += gift.value
  for (const move of model.moved.values()) if (move.who === who) fen += move.fen
  for (const key of redeemedBy(model, who)) if (key.kind === 'balance') fen += key.value
  const has = balances.get(id) ?? 0
  return has === fen ? [] : [`has a balance of ${yuan(has)}; what was acknowledged makes ${yuan(fen)}`]
}

const redeemedBy = ({ keys, redeemed }: Model, who: number) =>
  [...keys.values()].filter(({ code }) => redeemed.get(code) === who)

/** Time and traffic are what was sold, given and redeemed: nothing twice, nothing lost. */
function judgeService(game: Game, model: Model, seen: Seen, who: number, id: number): string[] {
  const refunded = refundedOrders(model)
  const own = soldOf(model, seen).filter((sale) => sale.who === who)
  const given = [...model.gifts.values()].filter((gift) => gift.who === who)
  const has = seen.subscriptions.get(id)
  const problems: string[] = []
  const packs = (sales: Sale[]) =>
    sales.filter(({ what }) => isPack(what)).length * packageOf(game.world, sold.length - 1).bytes +
    given.reduce((sum, { kind, value }) => sum + (kind === 'traffic' ? value * GIB : 0), 0)
  const [mostBytes, leastBytes] = [packs(own), packs(own.filter(({ orderId }) => !refunded.has(orderId)))]
  const packBytes = has?.packBytes ?? 0
  if (packBytes > mostBytes || packBytes < leastBytes) {
    problems.push(`has packs of ${packBytes / GIB} GB; ${leastBytes / GIB} to ${mostBytes / GIB} were granted`)
  }
  const span = model.span.get(who)
  const months = (sales: Sale[]) =>
    sales.reduce((sum, { what }) => sum + (isPack(what) ? 0 : monthsOf[sold[what]!.period as 'month' | 'quarter']), 0) +
    redeemedBy(model, who).filter(({ kind }) => kind === 'package').length
  const days = given.reduce((sum, { kind, value }) => sum + (kind === 'days' ? value : 0), 0)
  const [most, least] = [months(own), months(own.filter(({ orderId }) => !refunded.has(orderId)))]
  if (most === 0 && days === 0) return has?.expiresAt ? [...problems, 'has a package that nobody granted'] : problems
  if (!span || !has?.expiresAt) return [...problems, 'has no package, although one was granted']
  const end = (from: number, count: number) =>
    addMonths(new Date(from), count, game.world.config.businessTz, null).getTime() + days * DAY_MS
  const isShort = has.expiresAt.getTime() < end(span.from, least) - SLACK_MS
  const isLong = has.expiresAt.getTime() > end(span.to, most) + SLACK_MS
  const isUsed = most > least && has.expiresAt.getTime() > end(span.to, least) + SLACK_MS + USED_MS
  if (isShort || isLong || isUsed) {
    const granted = most === least ? `${most} months` : `${most} months, ${most - least} of them refunded,`
    problems.push(
      `runs until ${has.expiresAt.toISOString()}; ${granted} and ${days} days were granted from ${new Date(span.from).toISOString()} on`,
    )
  }
  return problems
}

/** Every fen that came in or went out is in the books once. */
function judgeOutside(model: Model, { moved, outFen }: Seen, isOwnMerchant: boolean): string[] {
  const trades = [...model.till.trades.values()].filter(({ state }) => state === 'paid')
  const tradedFen = isOwnMerchant ? 0 : trades.reduce((sum, trade) => sum + trade.amountFen - refundedFen(trade), 0)
  const fundedFen = [...model.fundedFen.values()].reduce((sum, fen) => sum + fen, 0)
  const [booked, wanted] = [-(moved.get('outside') ?? 0), fundedFen + tradedFen - outFen]
  return booked === wanted ? [] : [`the books took in ${yuan(booked)}; ${yuan(wanted)} really came`]
}

/** The platform is paid wholesale for all that was delivered. */
function judgePlatform(model: Model, seen: Seen): string[] {
  const refunded = refundedOrders(model)
  const sum = (sales: Sale[]) => sales.reduce((fen, { wholesaleFen }) => fen + wholesaleFen, 0)
  const own = soldOf(model, seen)
  const gifts = [...model.gifts.values()].reduce(
    (fen, { kind, costFen }) => fen + (kind === 'balance' ? 0 : costFen),
    0,
  )
  const keys = [...model.keys.values()].filter(({ kind, code }) => kind === 'package' && model.redeemed.has(code))
  const restFen = gifts + keys.reduce((fen, { costFen }) => fen + costFen, 0) + seen.feesFen
  const [mostFen, leastFen] = [sum(own) + restFen, sum(own.filter(({ orderId }) => !refunded.has(orderId))) + restFen]
  const hasFen = seen.moved.get('platform') ?? 0
  if (hasFen >= leastFen && hasFen <= mostFen) return []
  return [`the platform received ${yuan(hasFen)}; ${yuan(leastFen)} to ${yuan(mostFen)} were delivered at wholesale`]
}

/** Keys that wait hold exactly what they cost: none was bought twice. */
function judgeKeys({ keys, redeemed }: Model, { moved }: Seen): string[] {
  const waiting = [...keys.values()].filter(({ code }) => !redeemed.has(code))
  const wantedFen = waiting.reduce((fen, { costFen }) => fen + costFen, 0)
  const hasFen = moved.get('cards') ?? 0
  return hasFen === wantedFen ? [] : [`keys that wait hold ${yuan(hasFen)}; ${yuan(wantedFen)} were paid for them`]
}
