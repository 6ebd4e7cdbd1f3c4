import { HOUR_MS } from '../../../contract/durations.ts'
import { buyCardBatch } from '../../../server/domains/cards/buy-card-batch.ts'
import { redeemCard } from '../../../server/domains/cards/redeem-card.ts'
import { giveGift } from '../../../server/domains/gifts/give-gift.ts'
import type { GiftWish } from '../../../server/domains/gifts/price-gift.ts'
import { post } from '../../../server/domains/ledger/post.ts'
import { buyPackage } from '../../../server/domains/orders/buy-package.ts'
import { quotePackage } from '../../../server/domains/orders/make-quote.ts'
import { beginPayment } from '../../../server/domains/payments/begin-payment.ts'
import { cancelOrderAndPayment } from '../../../server/domains/payments/cancel-order.ts'
import { cancelPayment } from '../../../server/domains/payments/cancel-payment.ts'
import { checkPayment } from '../../../server/domains/payments/check-payment.ts'
import { inTx, type Ctx } from '../../../server/platform/context.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { sold, type Random } from '../greedy/moves.ts'
import { isPack, ctxOf, ownerOf, packageOf, userCtx, type Game } from '../greedy/world.ts'
import { noteSpan, type Model } from './model.ts'

/** A wish that somebody repeats under the same name until it is answered. */
export type Act = { name: string; run(game: Game): Promise<void> }
export type Scene = { model: Model; random: Random; merchantId: string; name(of: string): string }

export const ACTOR = 'operator:simulation'
/** The first week lasts some hours: a payment that is begun in it arrives by then, or its order has run out. */
const WEEK_MS = 12 * HOUR_MS
/** A month, a quarter, and a pack; no other package, so that time is a sum. */
const GOODS = [0, 0, 1, sold.length - 1] as const
const who = ({ random }: Scene) => random.oneOf([0, 1, 1])

const anyone = (game: Game, one: number) => userCtx(game, one) as Ctx as Ctx<'anyone'>

/** A wrong way to buy it, because of what came between. */
function isOtherWay(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'order.wrong_action'
}

function buy(scene: Scene, payBy: 'balance' | 'online'): Act {
  const { model, random } = scene
  const [one, what, name] = [who(scene), random.oneOf(GOODS), scene.name(`buy-${payBy}`)]
  let quoteId: string | null = null
  const quote = async (game: Game) => {
    const wish = { packageId: String(packageOf(game.world, what).id), period: sold[what]!.period }
    if (isPack(what)) return quotePackage(userCtx(game, one), { ...wish, action: 'pack' })
    const renew = () => quotePackage(userCtx(game, one), { ...wish, action: 'renew' })
    return renew().catch((error: unknown) =>
      isOtherWay(error) ? quotePackage(userCtx(game, one), { ...wish, action: 'new' }) : Promise.reject(error as Error),
    )
  }
  return {
    name,
    async run(game) {
      const from = game.now.getTime()
      quoteId ??= (await quote(game)).quoteId
      const { orderId, amountFen, needsPayment } = await buyPackage(userCtx(game, one), { quoteId, payBy, key: name })
      const sale = { who: one, what, amountFen, wholesaleFen: game.wholesaleFen[what]!, orderId }
      if (needsPayment) {
        if (!model.orders.has(orderId)) model.orders.set(orderId, { ...sale, isCancelled: false })
        return
      }
      noteSpan(model, one, from, game.now.getTime())
      model.sales.set(orderId, sale)
    },
  }
}

function pay(scene: Scene): Act | null {
  const { model, random, merchantId } = scene
  const open = [...model.orders].filter(([, { isCancelled }]) => !isCancelled)
  const order = open.length > 0 && random.upTo(3) > 0 ? random.oneOf(open) : null
  const one = order ? order[1].who : who(scene)
  const amountFen = order ? order[1].amountFen : random.between(100, 4000)
  const balanceFen = order && random.upTo(2) === 0 ? Math.floor(amountFen / 3) : 0
  const [name, device] = [scene.name('pay'), random.oneOf(['qr', 'pc'] as const)]
  const purpose = order
    ? { type: 'package' as const, orderId: order[0], ...(balanceFen > 0 ? { balanceFen } : {}) }
    : { type: 'user' as const, amountFen }
  return {
    name,
    async run(game) {
      const from = game.now.getTime()
      const input = { ...purpose, payType: `${merchantId}-alipay`, device, key: `${name}-${'k'.repeat(16)}` }
      const opened = await beginPayment(anyone(game, one), input)
      const payment = {
        who: one,
        orderId: order?.[0] ?? null,
        amountFen: opened.amountFen,
        balanceFen: opened.balanceFen,
      }
      model.payments.set(opened.out_trade_no, payment)
      if (order && !isPack(order[1].what)) noteSpan(model, one, from, from + WEEK_MS)
    },
  }
}

/** About a payment that is known: its payer looks, gives it up, or gives up its order. */
function follow(scene: Scene, how: 'check' | 'cancel' | 'cancel-order'): Act | null {
  const { model, random } = scene
  const known = [...model.payments].filter(([, { orderId }]) => how !== 'cancel-order' || orderId !== null)
  if (known.length === 0) return null
  const [number, { who: one, orderId }] = random.oneOf(known)
  return {
    name: scene.name(how),
    async run(game) {
      const ctx = userCtx(game, one)
      if (how === 'check') await checkPayment(anyone(game, one), { out_trade_no: number })
      else if (how === 'cancel') await cancelPayment(ctx, { out_trade_no: number })
      else {
        await cancelOrderAndPayment(ctx, { orderId: orderId! })
        model.orders.get(orderId!)!.isCancelled = true
      }
    },
  }
}

function give(scene: Scene): Act {
  const { model, random } = scene
  const [one, name] = [who(scene), scene.name('gift')]
  const kind = random.oneOf(['days', 'balance', 'traffic'] as const)
  const value = { days: 30, balance: random.between(1, 3000), traffic: 10 }[kind]
  const wishes: Record<typeof kind, GiftWish> = {
    days: { kind: 'days', days: value },
    balance: { kind: 'balance', amountFen: value },
    traffic: { kind: 'traffic', gb: value },
  }
  return {
    name,
    async run(game) {
      const giving = { ...ownerOf(game, one), wish: wishes[kind], paidBy: 'reseller' as const, key: name }
      const { costFen } = await giveGift(ctxOf(game), giving, ACTOR)
      model.gifts.set(name, { who: one, kind, value, costFen })
    },
  }
}

function buyKey(scene: Scene): Act {
  const { model, random } = scene
  const [kind, name] = [random.oneOf(['package', 'balance'] as const), scene.name('key')]
  const value = kind === 'package' ? 1 : random.between(100, 3000)
  return {
    name,
    async run(game) {
      const packageId = kind === 'package' ? packageOf(game.world, 0).id : null
      const wanted = { resellerId: game.resellerId, kind, packageId, value, count: 1, expiresAt: null, key: name }
      const { codes, costFen } = await buyCardBatch(ctxOf(game), wanted, ACTOR)
      if (codes.length !== 1) throw new Error('a key was paid, and its code is not there')
      model.keys.set(name, { kind, what: 0, value, costFen, code: codes[0]! })
    },
  }
}

function redeem(scene: Scene): Act | null {
  const { model, random } = scene
  const keys = [...model.keys.values()]
  if (keys.length === 0) return null
  const [{ kind, code }, one] = [random.oneOf(keys), who(scene)]
  return {
    name: scene.name('redeem'),
    async run(game) {
      const from = game.now.getTime()
      await redeemCard(userCtx(game, one), { code })
      const first = model.redeemed.get(code)
      if (first !== undefined && first !== one) throw new Error('a key was redeemed by two accounts')
      model.redeemed.set(code, one)
      if (kind === 'package') noteSpan(model, one, from, game.now.getTime())
    },
  }
}

function fund(scene: Scene): Act {
  const [name, amountFen] = [scene.name('fund'), scene.random.between(1000, 20_000)]
  return {
    name,
    async run(game) {
      const { resellerId } = game
      const legs = [
        { kind: 'outside' as const, resellerId: null, amountFen: -amountFen },
        { kind: 'reseller' as const, resellerId, amountFen },
      ]
      // As a notify is that comes again: the second posting of a key is refused, and means that the first one did it.
      await inTx(ctxOf(game), (tx) => post(tx, { key: name, kind: 'agent_payment', resellerId, legs })).catch(
        (error: { constraint?: string }) => {
          if (!error.constraint?.includes('key')) throw error
        },
      )
      scene.model.fundedFen.set(name, amountFen)
    },
  }
}

const POT: ((scene: Scene) => Act | null)[] = [
  (scene) => buy(scene, 'balance'),
  (scene) => buy(scene, 'balance'),
  (scene) => buy(scene, 'online'),
  (scene) => buy(scene, 'online'),
  pay,
  pay,
  pay,
  pay,
  (scene) => follow(scene, 'check'),
  (scene) => follow(scene, 'check'),
  (scene) => follow(scene, 'cancel'),
  (scene) => follow(scene, 'cancel-order'),
  give,
  give,
  buyKey,
  redeem,
  redeem,
  fund,
]

export function drawAct(scene: Scene): Act | null {
  return scene.random.oneOf(POT)(scene)
}
