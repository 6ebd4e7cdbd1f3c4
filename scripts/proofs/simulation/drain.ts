import { HOUR_MS } from '../../../contract/durations.ts'
import { expireDueOrders } from '../../../server/domains/orders/end-orders.ts'
import { sweepPayments } from '../../../server/domains/payments/reconcile-payment.ts'
import { FROM_JOBS } from '../../../server/platform/jobs/worker-tables.ts'
import { ctxOf } from '../greedy/world.ts'
import type { Act } from './acts.ts'
import { asAct, findDue, notify } from './errands.ts'
import { revive, start, type Stage } from './stage.ts'

const ROUNDS = 6

/**
 * The weather clears: both processes run, the gateway says what it knows and sends its notifies again, everybody who
 * got no answer asks once more, and the jobs run until none is left.
 */
export async function drain(stage: Stage): Promise<string[]> {
  const { ground, scene, game, unknown } = stage
  revive(stage, () => true)
  for (let act = unknown.shift(); act; act = unknown.shift()) await finish(stage, act)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [number, { state }] of scene.model.till.trades) {
      if (state === 'paid' && scene.model.payments.has(number)) await finish(stage, notify(scene, number))
    }
    await finish(stage, { name: scene.name('expire'), run: (view) => expireDueOrders(ctxOf(view)) })
    await finish(stage, { name: scene.name('sweep'), run: (view) => sweepPayments(ctxOf(view)) })
    for (const job of await findDue(ground.world.db, game.now)) await finish(stage, asAct(stage, job))
    game.now = new Date(game.now.getTime() + HOUR_MS)
  }
  const due = await findDue(ground.world.db, game.now)
  await ground.world.db.pool.query(
    `delete ${FROM_JOBS} using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier like 'payments.%'`,
  )
  return due.map(({ name }) => `${name} never ended`)
}

/** Alone, and to its end. */
async function finish(stage: Stage, act: Act): Promise<void> {
  const { turnstile } = stage.ground
  await start(stage, act)
  while (!turnstile.isIdle()) {
    const [next] = turnstile.ready()
    if (next) await turnstile.pass(next, false)
    else await turnstile.waitForLock()
  }
}
