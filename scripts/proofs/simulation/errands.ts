import { createHash } from 'node:crypto'

import { expireDueOrders } from '../../../server/domains/orders/end-orders.ts'
import { GatewayTrouble, toYuan } from '../../../server/domains/payments/gateways/gateway.ts'
import { takeNotify } from '../../../server/domains/payments/notifies/take-notify.ts'
import { reconcilePayment, sweepPayments } from '../../../server/domains/payments/reconcile-payment.ts'
import { finishRefundJob } from '../../../server/domains/payments/refunds/finish-refund.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { FROM_JOBS_AND_TASKS, JOBS } from '../../../server/platform/jobs/worker-tables.ts'
import { ctxOf, type Game } from '../greedy/world.ts'
import type { Act, Scene } from './acts.ts'
import type { Stage } from './stage.ts'

type JobRow = { id: string; name: string; payload: { paymentId: string; refundId: string }; runAt: Date }

/** What comes without anybody asking: a job that is due, a notify, a lie. */
export async function drawErrand(stage: Stage): Promise<Act | null> {
  const { scene, game, ground, running } = stage
  const { random, model } = scene
  const kind = random.oneOf(['job', 'job', 'notify', 'notify', 'lie', 'sweep', 'expire'] as const)
  if (kind === 'job') {
    const due = (await findDue(ground.world.db, game.now)).filter(({ id }) => !running.has(id))
    return due.length > 0 ? asAct(stage, random.oneOf(due)) : null
  }
  if (kind === 'sweep') return { name: scene.name(kind), run: (view) => sweepPayments(ctxOf(view)) }
  if (kind === 'expire') return { name: scene.name(kind), run: (view) => expireDueOrders(ctxOf(view)) }
  const isLie = kind === 'lie'
  const numbers = [...model.payments.keys()].filter(
    (number) => (model.till.trades.get(number)?.state === 'paid') !== isLie,
  )
  return numbers.length > 0 ? notify(scene, random.oneOf(numbers)) : null
}

/** What the runner would have found. */
export async function findDue({ pool }: Db, now: Date): Promise<JobRow[]> {
  const text = `select j.id::text, t.identifier as name, j.payload, j.run_at as "runAt" ${FROM_JOBS_AND_TASKS}
    where t.identifier in ('payments.reconcile', 'payments.finish_refund') and j.run_at <= $1 order by j.id`
  return (await pool.query(text, [now])).rows as JobRow[]
}

/** A job that ends is gone unless it was put off meanwhile; one that fails, or whose process dies, is there again. */
export function asAct({ scene, running }: Stage, { id, name, payload, runAt }: JobRow): Act {
  return {
    name: scene.name(name),
    async run(view) {
      running.add(id)
      try {
        if (name === 'payments.reconcile') await reconcilePayment(ctxOf(view), payload)
        else await finishRefundJob(ctxOf(view), payload)
        await view.world.db.query({
          name: 'simulated.job_done',
          text: `delete from ${JOBS} where id = $1 and run_at = $2`,
          values: [id, runAt],
        })
      } catch (error) {
        if (!(error instanceof GatewayTrouble)) throw error
      } finally {
        running.delete(id)
      }
    },
  }
}

/** Whatever it says: the server asks the gateway. */
export function notify({ model: { till, payments }, merchantId, name }: Scene, outTradeNo: string): Act {
  const { amountFen } = payments.get(outTradeNo)!
  const tradeNo = till.trades.get(outTradeNo)?.tradeNo ?? `T${outTradeNo}`
  const notifyKey = createHash('sha256').update(outTradeNo).digest('hex')
  const told = { notifyKey, outTradeNo, tradeNo, amountFen, says: 'paid', wrongField: null, total: toYuan(amountFen) }
  return {
    name: name('notify'),
    async run(view: Game) {
      await takeNotify(ctxOf(view), { provider: 'epay', merchantId, text: JSON.stringify(told), headers: {} })
    },
  }
}

/** Somebody with a code or an address pays. Who only has an address opens the trade by it. */
export function payAtGateway({ model: { till, payments }, random }: Scene): void {
  const unpaid = [...payments].filter(([number]) => (till.trades.get(number)?.state ?? 'open') === 'open')
  if (unpaid.length === 0) return
  const [number, { amountFen }] = random.oneOf(unpaid)
  const trade = till.trades.get(number) ?? { amountFen, tradeNo: `T${number}`, refunds: new Map() }
  till.trades.set(number, { ...trade, state: 'paid' })
}
