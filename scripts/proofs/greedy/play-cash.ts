import { randomUUID } from 'node:crypto'

import { askWithdrawal } from '../../../server/domains/invites/ask-withdrawal.ts'
import { moveToBalance } from '../../../server/domains/invites/move-to-balance.ts'
import { settleWithdrawal } from '../../../server/domains/invites/settle-withdrawal.ts'
import { loadBalanceFen } from '../../../server/domains/ledger/load-balance.ts'
import { post } from '../../../server/domains/ledger/post.ts'
import { refundOrder } from '../../../server/domains/orders/refund-order.ts'
import { bookOutcome } from '../../../server/domains/payments/refunds/book-refund.ts'
import { askRefund } from '../../../server/domains/payments/refunds/refund-payment.ts'
import { askPayout } from '../../../server/domains/payouts/ask-payout.ts'
import { loadPayable } from '../../../server/domains/payouts/load-payable.ts'
import { settlePayout } from '../../../server/domains/payouts/settle-payout.ts'
import { setPayee } from '../../../server/domains/resellers/payee-account.ts'
import { inTx } from '../../../server/platform/context.ts'
import type { Deed } from './deeds.ts'
import type { Move } from './moves.ts'
import { payOnline } from './pay-online.ts'
import { ctxOf, isPack, ownerOf, userCtx, type Game } from './world.ts'

const ACTOR = 'operator:greedy'
const NOTHING = { kind: 'nothing' } as const
type CashMove = Extract<Move, { do: 'refund' | 'unpay' | 'top-up' | 'fund' | 'commission' | 'withdrawal' | 'payout' }>

/** Moves of money in and out. The operator says yes to every refund that is asked for. */
export async function playCash(game: Game, move: CashMove): Promise<Deed> {
  switch (move.do) {
    case 'refund':
      return refund(game, move)
    case 'unpay': {
      const outTradeNo = game.topUps.at(-1 - move.which)
      if (outTradeNo) await refundOnline(game, outTradeNo, move.percent)
      return NOTHING
    }
    case 'top-up':
      await payOnline(game, { who: move.who, by: move.by, orderId: null, amountFen: move.fen })
      return NOTHING
    case 'fund':
      return fund(game, move.fen)
    case 'commission':
      return takeCommission(game, move)
    case 'withdrawal':
      return settleOpen(game, move.verdict)
    case 'payout':
      return payOut(game, move.verdict)
  }
}

async function refund(game: Game, { which, percent }: Extract<Move, { do: 'refund' }>): Promise<Deed> {
  const order = game.orders.at(-1 - which)
  if (!order) return NOTHING
  const { resellerId } = game
  const { totalFen } = await game.world.db.kysely
    .selectFrom('orders')
    .select('totalFen')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (totalFen === 0) return NOTHING
  const amountFen = Math.ceil((totalFen * percent) / 100)
  if (order.tradeNo) await refundOnline(game, order.tradeNo, percent)
  else {
    const input = { resellerId, orderId: order.id, amountFen, key: randomUUID(), operator: ACTOR }
    await refundOrder(ctxOf(game), input)
  }
  return { kind: 'refund', who: order.who, orderId: order.id, fen: amountFen, isPack: isPack(order.what) }
}

/** The gateway says yes. */
async function refundOnline(game: Game, outTradeNo: string, percent: number): Promise<void> {
  const { amountFen } = await game.world.db.kysely
    .selectFrom('payments')
    .select('amountFen')
    .where('outTradeNo', '=', outTradeNo)
    .executeTakeFirstOrThrow()
  const wish = { outTradeNo, amountFen: Math.ceil((amountFen * percent) / 100), reason: 'walk' }
  const asked = await askRefund(ctxOf(game), wish, ACTOR)
  await inTx(ctxOf(game), (tx) => bookOutcome(tx, asked, 'done'))
}

/** Into the reseller's balance, as a payment of its staff does it. */
export async function fund(game: Game, amountFen: number): Promise<Deed> {
  const { resellerId } = game
  await inTx(ctxOf(game), (tx) =>
    post(tx, {
      key: `greedy:${randomUUID()}`,
      kind: 'agent_payment',
      resellerId,
      legs: [
        { kind: 'outside', resellerId: null, amountFen: -amountFen },
        { kind: 'reseller', resellerId, amountFen },
      ],
    }),
  )
  return NOTHING
}

async function takeCommission(game: Game, { who, to }: Extract<Move, { do: 'commission' }>): Promise<Deed> {
  const amountFen = await loadBalanceFen(game.world, { kind: 'commission', ...ownerOf(game, who) })
  if (amountFen === 0) return NOTHING
  const key = randomUUID()
  if (to === 'balance') await moveToBalance(userCtx(game, who), { amountFen, key })
  else await askWithdrawal(userCtx(game, who), { amountFen, method: 'alipay', account: 'greedy@example.com', key })
  return NOTHING
}

async function settleOpen(game: Game, verdict: 'platform' | 'reseller' | 'rejected'): Promise<Deed> {
  const { world, resellerId } = game
  const open = await world.db.kysely
    .selectFrom('withdrawals')
    .select('id')
    .where('resellerId', '=', resellerId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!open) return NOTHING
  const settled =
    verdict === 'rejected' ? ({ state: verdict, reason: 'no' } as const) : ({ state: 'paid', by: verdict } as const)
  const by = { actor: ACTOR, isPlatform: true }
  await settleWithdrawal(ctxOf(game), { resellerId, withdrawalId: open.id }, settled, by)
  return NOTHING
}

export function namePayee(game: Game) {
  return setPayee(ctxOf(game), game.resellerId, { method: 'alipay', account: 'greedy@example.com', name: '李' }, ACTOR)
}

async function payOut(game: Game, verdict: 'paid' | 'rejected'): Promise<Deed> {
  const { resellerId } = game
  const { payableFen } = await loadPayable(ctxOf(game), resellerId)
  const { payoutId } = await askPayout(ctxOf(game), { resellerId, amountFen: payableFen }, ACTOR)
  const settled = verdict === 'paid' ? ({ state: 'paid' } as const) : ({ state: 'rejected', reason: 'no' } as const)
  await settlePayout(ctxOf(game), { resellerId, payoutId }, settled, ACTOR)
  return NOTHING
}
