import { askWithdrawal } from '../../../server/domains/invites/ask-withdrawal.ts'
import { confirmCommissions } from '../../../server/domains/invites/commissions.ts'
import { moveToBalance } from '../../../server/domains/invites/move-to-balance.ts'
import { settleWithdrawal } from '../../../server/domains/invites/settle-withdrawal.ts'
import { loadBalanceFen } from '../../../server/domains/ledger/load-balance.ts'
import { refundOrder } from '../../../server/domains/orders/refund-order.ts'
import { refundPayment } from '../../../server/domains/payments/refunds/refund-payment.ts'
import { askPayout } from '../../../server/domains/payouts/ask-payout.ts'
import { loadPayable } from '../../../server/domains/payouts/load-payable.ts'
import { settlePayout } from '../../../server/domains/payouts/settle-payout.ts'
import { ctxOf, ownerOf, userCtx, type Game } from '../greedy/world.ts'
import { ACTOR, type Act, type Scene } from './acts.ts'

/** The second week: money goes back, and out. */
function refundSale(scene: Scene): Act | null {
  const sales = [...scene.model.sales.values()]
  if (sales.length === 0) return null
  const { orderId, who, amountFen } = scene.random.oneOf(sales)
  const key = `refund-${orderId}`
  return {
    name: scene.name('refund-order'),
    async run(game) {
      const input = { resellerId: game.resellerId, orderId, amountFen, key, operator: ACTOR }
      await refundOrder(ctxOf(game), input)
      scene.model.orderRefunds.set(orderId, { who, fen: amountFen })
    },
  }
}

/** Asked under no name: who asks twice is told that nothing is left. */
function refundPaid(scene: Scene): Act | null {
  const paid = [...scene.model.till.trades].filter(([, { state }]) => state === 'paid')
  if (paid.length === 0) return null
  const [outTradeNo] = scene.random.oneOf(paid)
  return {
    name: scene.name('refund-payment'),
    async run(game) {
      await refundPayment(ctxOf(game), { outTradeNo, amountFen: null, reason: 'simulated' }, ACTOR)
    },
  }
}

function commission(scene: Scene): Act {
  const [name, isMoved] = [scene.name('commission'), scene.random.upTo(1) === 0]
  let amountFen: number | null = null
  return {
    name,
    async run(game) {
      const owner = ownerOf(game, 0)
      amountFen ??= await loadBalanceFen(game.world, { kind: 'commission', ...owner })
      if (amountFen === 0) return
      const key = `${name}-${'k'.repeat(16)}`
      const ctx = userCtx(game, 0)
      if (!isMoved) {
        await askWithdrawal(ctx, { amountFen, method: 'alipay', account: 'simulated@example.com', key })
        return
      }
      await moveToBalance(ctx, { amountFen, key })
      scene.model.moved.set(name, { who: 0, fen: amountFen })
    },
  }
}

const openOf = (game: Game, table: 'withdrawals' | 'payouts', state: string) =>
  game.world.db.kysely
    .selectFrom(table)
    .select('id')
    .where('resellerId', '=', game.resellerId)
    .where('state', '=', state as never)
    .executeTakeFirst()

function settleCommission(scene: Scene): Act {
  const by = scene.random.oneOf(['platform', 'platform', 'reseller'] as const)
  let withdrawalId: string | null = null
  return {
    name: scene.name('settle-withdrawal'),
    async run(game) {
      withdrawalId ??= (await openOf(game, 'withdrawals', 'pending'))?.id ?? null
      if (withdrawalId === null) return
      const settler = { actor: ACTOR, isPlatform: true }
      const name = { resellerId: game.resellerId, withdrawalId }
      const { amountFen, feeFen } = await settleWithdrawal(ctxOf(game), name, { state: 'paid', by }, settler)
      noteOut(scene, withdrawalId, by === 'platform' ? amountFen - feeFen : 0)
    },
  }
}

function payOut(scene: Scene): Act {
  let payoutId: string | null = null
  return {
    name: scene.name('payout'),
    async run(game) {
      const { resellerId } = game
      payoutId ??= (await openOf(game, 'payouts', 'open'))?.id ?? null
      if (payoutId === null) {
        const { payableFen } = await loadPayable(ctxOf(game), resellerId)
        await askPayout(ctxOf(game), { resellerId, amountFen: payableFen }, ACTOR)
        return
      }
      const { amountFen } = await settlePayout(ctxOf(game), { resellerId, payoutId }, { state: 'paid' }, ACTOR)
      noteOut(scene, payoutId, amountFen)
    },
  }
}

/** Money that was really sent: nobody may be told "paid" twice. */
function noteOut({ model }: Scene, id: string, fen: number): void {
  if (model.paidOut.has(id)) throw new Error('two people were told to send the same money')
  model.paidOut.set(id, fen)
}

function confirm(scene: Scene): Act {
  return { name: scene.name('confirm'), run: async (game) => void (await confirmCommissions(ctxOf(game))) }
}

const POT: ((scene: Scene) => Act | null)[] = [
  refundSale,
  refundSale,
  refundPaid,
  refundPaid,
  commission,
  commission,
  settleCommission,
  settleCommission,
  payOut,
  payOut,
  confirm,
]

export function drawCashAct(scene: Scene): Act | null {
  return scene.random.oneOf(POT)(scene)
}
