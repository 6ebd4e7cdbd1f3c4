import { randomInt } from 'node:crypto'

import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { dialPublic } from '../../platform/dial/dial-public.ts'
import { addJob, type JobCtx } from '../../platform/jobs/jobs.ts'
import { drain, wakeIdle, type Channel } from '../../platform/outbox/drain.ts'
import { callHook, type Answered } from './call-hook.ts'
import { deliveries, endDelivery, insertTry, putBack, putBackInterrupted, type Claimed } from './delivery-queries.ts'
import { loadHook, noteDelivered, noteFailed, pauseHook, type Hook } from './queries.ts'
import { nextTryMs } from './retry-times.ts'
import { switchOff } from './switch-off.ts'

/** A receiver that did not answer this often in a row is left alone for a while: each call holds a place for long. */
const SILENT_TRIES = 5
const SILENT_MS = 30_000
/** After this many failures without one delivery it is switched off, even before the last try of the first event. */
const FAILURES_MAX = 2_000
/** Or when an event is given up and nothing arrived for so long. */
const FAILING_MS = 2.5 * 86_400_000
const INTERRUPTED = 'interrupted'

type Dial = typeof dialPublic

const channelBy = (dial: Dial): Channel<Hook, Claimed> => ({
  box: deliveries,
  batch: 8,
  wake: (db, webhookId, job) => addJob(db, 'webhooks.send', { webhookId }, job),
  load: async (db, webhookId) => {
    const hook = await loadHook(db, webhookId)
    return hook?.offAt ? null : hook
  },
  recover: ({ db }, webhookId) => putBackInterrupted(db, webhookId, INTERRUPTED, clock.now()),
  send: async (ctx, hook, batch) => {
    await Promise.all(
      batch.map(async (delivery) => judge(ctx, hook, delivery, await callHook(ctx.config, hook, delivery, dial))),
    )
  },
})

/** The job after each event: calls one webhook with what is due. */
export function sendDeliveries(ctx: JobCtx, { webhookId }: { webhookId: string }, dial = dialPublic): Promise<void> {
  return drain(ctx, channelBy(dial), webhookId)
}

/** The job of every minute. */
export function lookAfterHooks(ctx: JobCtx): Promise<void> {
  return wakeIdle(ctx, channelBy(dialPublic))
}

/** What an answer means. Only 2xx is a delivery; a redirect is not followed and counts as a failure. */
async function judge(ctx: JobCtx, hook: Hook, delivery: Claimed, answered: Answered): Promise<void> {
  const { status, retryAfterMs } = answered
  const now = clock.now()
  await inTx(ctx, async ({ db }) => {
    await insertTry(db, delivery, answered)
    if (status !== null && status >= 200 && status < 300) {
      await endDelivery(db, delivery.id, 'delivered', now)
      return noteDelivered(db, hook.id)
    }
    if (status === 410) {
      await endDelivery(db, delivery.id, 'given_up', now)
      return switchOff({ db, now }, hook.id, 'gone')
    }
    const failed = await noteFailed(db, hook.id, now)
    const isBusy = status === 429 || status === 503
    const waitMs = nextTryMs(delivery.tries, isBusy ? retryAfterMs : null, randomInt(1001) / 1000)
    if (waitMs === null) await endDelivery(db, delivery.id, 'given_up', now)
    else await putBack(db, delivery.id, new Date(now.getTime() + waitMs))
    // It counts for the whole receiver, not for this event alone.
    if (isBusy && retryAfterMs !== null) await pauseHook(db, hook.id, new Date(now.getTime() + retryAfterMs))
    if (!failed) return
    if (status === null && failed.failures >= SILENT_TRIES)
      await pauseHook(db, hook.id, new Date(now.getTime() + SILENT_MS))
    const isLong = waitMs === null && now.getTime() - failed.failingSince.getTime() >= FAILING_MS
    if (isLong || failed.failures >= FAILURES_MAX) await switchOff({ db, now }, hook.id, 'failing')
  })
}
