import { webhookEvents, type WebhookEvent } from '../../../contract/webhook-events.ts'
import { addHook } from '../../domains/webhooks/own-hooks.ts'
import { lookAfterHooks, sendDeliveries } from '../../domains/webhooks/send-deliveries.ts'
import { tellHooks, type ToldEvent } from '../../domains/webhooks/tell-hooks.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { dialPublic } from '../../platform/dial/dial-public.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/log.ts'
import type { TestApp } from '../run/make-app.ts'
import { takeJobs } from './telegram-desk.ts'

/** Webhooks of a test's application. Public addresses are dialled on this machine: `https://hook.example/x` at `port`. */
export function hookDesk({ db, config }: Pick<TestApp, 'db' | 'config'>, port: number) {
  const log = createLog('silent', { write: () => {} })
  const ctx = (): JobCtx => ({ db, config, log, now: clock.now(), isLastAttempt: false })
  const dial: typeof dialPublic = (address, options) => {
    // A test calls nobody outside.
    if (!address.startsWith('https://hook.example/')) throw new Error(`a test would dial ${address}`)
    const here = address.replace('https://hook.example', `http://127.0.0.1:${port}`)
    return dialPublic(here, { ...options, allowLoopback: true })
  }

  function add(team: number | null, events: readonly WebhookEvent[] = webhookEvents, path = '/hook') {
    const wish = { name: 'bot', url: `https://hook.example${path}`, isLocal: false, events: [...events] }
    return addHook(ctx(), { team, actor: 'operator:test' }, wish)
  }

  const tell = (...events: ToldEvent[]) => inTx(ctx(), async (tx) => tellHooks(tx, ...events))

  /** Runs the sender until nothing waits; the clock goes on to the time of what waits longer, up to `forMs`. */
  async function run({ forMs = Infinity, by = dial } = {}): Promise<void> {
    const end = clock.now().getTime() + forMs
    // An earlier run may have left what was not due yet.
    await lookAfterHooks(ctx())
    for (let rounds = 0; ; rounds += 1) {
      const taken = await takeJobs(db, ['webhooks.send'])
      const due = taken.filter(({ runAt }) => runAt.getTime() <= end)
      if (due.length === 0) return
      for (const { payload, runAt } of due) {
        clock.shift(Math.max(0, runAt.getTime() - clock.now().getTime()))
        await sendDeliveries(ctx(), payload as { webhookId: string }, by)
      }
      if (rounds > 3000) throw new Error('the jobs never end')
    }
  }

  const deliveries = (webhookId: string) =>
    db.kysely.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId).orderBy('id').execute()

  const tries = (deliveryId: number) =>
    db.kysely.selectFrom('webhookTries').selectAll().where('deliveryId', '=', deliveryId).orderBy('id').execute()

  const hook = (id: string) =>
    db.kysely.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return { ctx, dial, add, tell, run, deliveries, tries, hook }
}
