import { randomUUID } from 'node:crypto'

import { assignCards } from '../../../server/domains/cards/assign-cards.ts'
import { buyCardBatch } from '../../../server/domains/cards/buy-card-batch.ts'
import { voidBatch } from '../../../server/domains/cards/close-card-batch.ts'
import { redeemCard } from '../../../server/domains/cards/redeem-card.ts'
import { monthsOf } from '../../../server/domains/catalogue/period.ts'
import { setRetail } from '../../../server/domains/catalogue/prices/set-retail.ts'
import { setWholesale } from '../../../server/domains/catalogue/prices/set-wholesale.ts'
import { giveGift } from '../../../server/domains/gifts/give-gift.ts'
import type { GiftWish } from '../../../server/domains/gifts/price-gift.ts'
import { confirmCommissions } from '../../../server/domains/invites/commissions.ts'
import { buyPackage } from '../../../server/domains/orders/buy-package.ts'
import { quotePackage } from '../../../server/domains/orders/make-quote.ts'
import { sellByHand } from '../../../server/domains/orders/sell-by-hand.ts'
import { endDuePauses } from '../../../server/domains/sessions/freeze/end-due-pauses.ts'
import { pauseService } from '../../../server/domains/sessions/freeze/pause-service.ts'
import { resumeService } from '../../../server/domains/sessions/freeze/resume-service.ts'
import { resetDueTraffic } from '../../../server/domains/subscriptions/reset-traffic.ts'
import { getSubscription } from '../../../server/domains/subscriptions/subscription-store.ts'
import { inTx } from '../../../server/platform/context.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import type { Deed, Played } from './deeds.ts'
import { sold, type Move, type PaidBy } from './moves.ts'
import { payOnline } from './pay-online.ts'
import { playCash } from './play-cash.ts'
import { couponCode, ctxOf, isPack, ownerOf, packageOf, userCtx, type Game, type OpenOrder } from './world.ts'

const ACTOR = 'operator:greedy'
const NOTHING = { kind: 'nothing' } as const
/** What the product may say of its own accord; anything else is a fault of its own. */
export async function play(game: Game, move: Move): Promise<Played> {
  try {
    return { deed: await act(game, move), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) return { deed: NOTHING, refusal: error.code }
    throw error
  }
}

async function act(game: Game, move: Move): Promise<Deed> {
  switch (move.do) {
    case 'retail':
    case 'wholesale':
    case 'terms':
      return setTerms(game, move)
    case 'buy':
      return buy(game, move)
    case 'order': {
      const order = await makeOrder(game, { ...move, payBy: 'online' })
      game.open = order && !order.isPaid ? order : null
      return order?.isPaid ? sell(game, order, null) : NOTHING
    }
    case 'pay':
      return payOpen(game, move.by)
    case 'days':
    case 'traffic':
    case 'money':
    case 'change':
      return give(game, move)
    case 'hand':
      return sellOne(game, move)
    case 'key':
      return buyKey(game, move)
    case 'assign': {
      const codes = game.keys.slice(-1).map(({ code }) => code)
      const { resellerId, accounts } = game
      await assignCards(ctxOf(game), { resellerId, userName: accounts[move.who]!.userName, codes }, ACTOR)
      return NOTHING
    }
    case 'redeem':
      return redeem(game, move.who)
    case 'void': {
      const batchId = game.keys.at(-1)?.batchId
      if (batchId) await voidBatch(ctxOf(game), { resellerId: game.resellerId, batchId }, ACTOR)
      return NOTHING
    }
    case 'pause': {
      const { pausedAt } = await getSubscription(game.world, ownerOf(game, move.who))
      await (pausedAt ? resumeService : pauseService)(userCtx(game, move.who))
      return NOTHING
    }
    case 'use':
      return use(game, move.who, move.percent)
    case 'wait':
      return wait(game, move.hours * 3_600_000)
    default:
      return playCash(game, move)
  }
}

async function setTerms(game: Game, move: Extract<Move, { do: 'retail' | 'wholesale' | 'terms' }>): Promise<Deed> {
  const { world, resellerId, wholesaleFen } = game
  if (move.do === 'terms') {
    const { creditFen: creditLimitFen, commissionPercent } = move
    await world.db.kysely
      .updateTable('resellers')
      .set({ creditLimitFen, commissionPercent })
      .where('id', '=', resellerId)
      .execute()
    return NOTHING
  }
  const offer = { packageId: packageOf(world, move.what).id, period: sold[move.what]!.period }
  const nowFen = wholesaleFen[move.what]!
  if (move.do === 'retail') {
    const retailFen = { double: nowFen * 2, equal: nowFen, half: Math.floor(nowFen / 2), fen: 1 }[move.how] || 1
    const confirm = { retailFen, wholesaleFen: nowFen }
    await setRetail(ctxOf(game), resellerId, [{ ...offer, retailFen, confirm }], ACTOR)
    return NOTHING
  }
  const nextFen = Math.round((sold[move.what]!.wholesaleFen * move.percent) / 100)
  // A higher one acts a week after the mail about it: this is what its job writes then.
  if (nextFen > nowFen) {
    const row = { resellerId, ...offer }
    await world.db.kysely
      .updateTable('ownPrices')
      .set({ wholesaleFen: nextFen })
      .where((eb) => eb.and(row))
      .execute()
  } else await setWholesale(ctxOf(game), { resellerId }, [{ ...offer, wholesaleFen: nextFen }], ACTOR)
  wholesaleFen[move.what] = nextFen
  return NOTHING
}

type Purchase = { who: number; what: number; coupon: number; payBy: 'balance' | 'online' }

/** The first way to buy it that fits what the account has; null when none does. */
async function makeOrder(
  game: Game,
  { who, what, coupon, payBy }: Purchase,
): Promise<(OpenOrder & { isPaid: boolean }) | null> {
  const packageId = String(packageOf(game.world, what).id)
  const discount = coupon === 0 ? {} : { coupon: couponCode(coupon) }
  for (const action of isPack(what) ? (['pack'] as const) : (['renew', 'upgrade', 'new'] as const)) {
    const wish = { action, packageId, period: sold[what]!.period, ...discount }
    const quote = await quotePackage(userCtx(game, who), wish).catch(unlessWrong)
    if (!quote) continue
    const asked = { quoteId: quote.quoteId, payBy, key: randomUUID() }
    const { orderId, amountFen, needsPayment } = await buyPackage(userCtx(game, who), asked)
    const { listFen, creditFen } = quote
    const wholesaleFen = game.wholesaleFen[what]!
    return { who, what, orderId, amountFen, wholesaleFen, listFen, creditFen, isPaid: !needsPayment }
  }
  return null
}

async function buy(game: Game, move: Extract<Move, { do: 'buy' }>): Promise<Deed> {
  const payBy = move.by === 'balance' ? ('balance' as const) : ('online' as const)
  const order = await makeOrder(game, { ...move, payBy })
  if (!order) return NOTHING
  if (order.isPaid) return sell(game, order, null)
  game.now = new Date(game.now.getTime() + move.minutes * 60_000)
  return pay(game, order, move.by)
}

/** What it was credited is looked at when it is ordered and paid in one move. */
async function payOpen(game: Game, by: PaidBy): Promise<Deed> {
  const { open } = game
  game.open = null
  return open ? pay(game, { ...open, creditFen: 0 }, by) : NOTHING
}

async function pay(game: Game, order: OpenOrder, by: PaidBy): Promise<Deed> {
  const { outTradeNo, creditedTo } = await payOnline(game, { ...order, by })
  // What could not be sold is on the balance now.
  return creditedTo === 'order' ? sell(game, order, outTradeNo) : NOTHING
}

function sell(game: Game, order: OpenOrder, tradeNo: string | null): Deed {
  const { who, what, orderId, wholesaleFen, amountFen, ...prices } = order
  game.orders.push({ id: orderId, who, what, tradeNo })
  if (isPack(what)) return { kind: 'bytes', who, packFen: wholesaleFen, isFree: false }
  const { listFen, creditFen } = prices
  return { kind: 'sale', who, what, wholesaleFen, orderId, listFen, creditFen, paidFen: amountFen }
}

/** As a member does it for somebody who paid outside. */
async function sellOne(game: Game, { who, what }: Extract<Move, { do: 'hand' }>): Promise<Deed> {
  const costFen = game.wholesaleFen[what]!
  const sale = { ...ownerOf(game, who), packageId: packageOf(game.world, what).id, period: sold[what]!.period, costFen }
  const { orderId } = await inTx(ctxOf(game), (tx) => sellByHand(tx, { ...sale, notedFen: costFen * 2 }, ACTOR))
  game.orders.push({ id: orderId, who, what, tradeNo: null })
  const prices = { listFen: costFen, creditFen: 0, paidFen: costFen }
  return { kind: 'sale', who, what, wholesaleFen: costFen, orderId, ...prices }
}

function unlessWrong(error: unknown): null {
  if (error instanceof Refusal && error.code === 'order.wrong_action') return null
  throw error
}

async function give(game: Game, move: Extract<Move, { do: 'days' | 'traffic' | 'money' | 'change' }>): Promise<Deed> {
  const { who } = move
  const payer = move.do === 'money' ? ('reseller' as const) : move.payer
  const isFree = payer === 'platform'
  const { packageId } = await getSubscription(game.world, ownerOf(game, who))
  const giving = { ...ownerOf(game, who), paidBy: payer, key: randomUUID() }
  const wish = wishOf(game, move)
  await giveGift(ctxOf(game), { ...giving, wish }, ACTOR)
  if (move.do === 'money') return NOTHING
  if (move.do === 'traffic') return { kind: 'bytes', who, packFen: game.wholesaleFen[sold.length - 1]!, isFree }
  if (move.do === 'change') {
    return { kind: 'change', who, what: move.what, wholesaleFen: game.wholesaleFen[move.what]!, isFree }
  }
  return { kind: 'days', who, cause: 'gift', monthFen: monthFenOf(game, packageId), isFree }
}

function wishOf({ world }: Game, move: Extract<Move, { do: 'days' | 'traffic' | 'money' | 'change' }>): GiftWish {
  if (move.do === 'days') return { kind: 'days', days: move.days }
  if (move.do === 'traffic') return { kind: 'traffic', gb: move.gb }
  if (move.do === 'money') return { kind: 'balance', amountFen: move.fen }
  return { kind: 'package', packageId: packageOf(world, move.what).id, period: sold[move.what]!.period }
}

function monthFenOf({ world, wholesaleFen }: Game, packageId: number | null): number {
  const what = sold.findIndex(({ period }, index) => period === 'month' && packageOf(world, index).id === packageId)
  return wholesaleFen[what] ?? 0
}

async function buyKey(game: Game, { kind, what, value }: Extract<Move, { do: 'key' }>): Promise<Deed> {
  const { world, resellerId } = game
  const packageId = kind === 'balance' ? null : packageOf(world, what).id
  const worth = kind === 'package' ? monthsOf[sold[what]!.period] : value
  const wanted = { resellerId, kind, packageId, value: worth, count: 1, expiresAt: null, key: randomUUID() }
  const { batchId, codes } = await buyCardBatch(ctxOf(game), wanted, ACTOR)
  const wholesaleFen = kind === 'days' ? monthFenOf(game, packageId) : game.wholesaleFen[what]!
  game.keys.push({ code: codes[0]!, batchId, kind, what, value, wholesaleFen })
  return NOTHING
}

async function redeem(game: Game, who: number): Promise<Deed> {
  const key = game.keys.at(-1)
  if (!key) return NOTHING
  await redeemCard(userCtx(game, who), { code: key.code })
  game.keys.pop()
  const { kind, what, wholesaleFen } = key
  if (kind === 'package') return { kind: 'key', who, what, wholesaleFen, isFree: false }
  if (kind === 'days') return { kind: 'days', who, cause: 'key', monthFen: wholesaleFen, isFree: false }
  if (kind === 'traffic') return { kind: 'bytes', who, packFen: wholesaleFen, isFree: false }
  return NOTHING
}

async function use(game: Game, who: number, percent: number): Promise<Deed> {
  const { resellerId, accountId } = ownerOf(game, who)
  const { totalBytes, usedBytes, expiresAt, period, pausedAt } = await getSubscription(game.world, ownerOf(game, who))
  const isRunning = !pausedAt && (period === 'once' || (expiresAt !== null && expiresAt > game.now))
  if (!isRunning) return NOTHING
  const bytes = Math.floor((Math.max(0, totalBytes - usedBytes) * percent) / 100)
  const text = 'update subscriptions set used_bytes = used_bytes + $3 where reseller_id = $1 and account_id = $2'
  await game.world.db.pool.query(text, [resellerId, accountId, bytes])
  return NOTHING
}

/** The jobs that the minutes between would have run. */
async function wait(game: Game, ms: number): Promise<Deed> {
  game.now = new Date(game.now.getTime() + ms)
  await endDuePauses(ctxOf(game))
  await resetDueTraffic(ctxOf(game))
  await confirmCommissions(ctxOf(game))
  return NOTHING
}
