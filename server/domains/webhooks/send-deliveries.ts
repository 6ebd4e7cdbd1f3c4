import { randomInt } from 'node:crypto'

import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { dialPublic } from '../../platform/dial/dial-public.ts'
import { addJob, type JobCtx } from '../../platform/jobs/jobs.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { callHook, type Answered } from './call-hook.ts'
import {
  claimBatch,
  endDelivery,
  endLease,
  findIdleHooks,
  insertTry,
  loadNextDue,
  putBack,
  putBackInterrupted,
  takeLease,
  type Claimed,
  type Lease,
} from './delivery-queries.ts'
import { loadHook, noteDelivered, noteFailed, pauseHook, type Hook } from './queries.ts'
import { nextTryMs } from './retry-times.ts'
import { switchOff } from './switch-off.ts'

/** Calls to one webhook at once. */
const BATCH = 8
/** Webhooks that are sent to at once in all: half of the places that a process has for jobs. */
const SENDERS = 2
/** Short, so that a stopping server need not wait; the next job goes on. */
const RUN_MS = 4_000
/** Longer than a call takes in all. */
const LEASE_MS = 30_000
const BUSY_MS = 1_000
/** A receiver that did not answer this often in a row is left alone for a while: each call holds a place for long. */
const SILENT_TRIES = 5
const SILENT_MS = 30_000
/** After this many failures without one delivery it is switched off, even before the last try of the first event. */
const FAILURES_MAX = 2_000
/** Or when an event is given up and nothing arrived for so long. */
const FAILING_MS = 2.5 * 86_400_000
const INTERRUPTED = 'interrupted'

type Dial = typeof dialPublic

/** The job after each event: sends what is due for one webhook. */
export async function sendDeliveries(ctx: JobCtx, { webhookId }: { webhookId: string }, dial = dialPublic) {
  const lease = { webhookId, sender: randomId() }
  const hook = await loadHook(ctx.db, webhookId)
  if (!hook || hook.offAt) return
  if (!(await renew(ctx, lease))) return comeBack(ctx, webhookId, BUSY_MS)
  const begun = performance.now()
  try {
    await putBackInterrupted(ctx.db, webhookId, INTERRUPTED, clock.now())
    while (performance.now() - begun < RUN_MS && (await renew(ctx, lease))) {
      if ((await sendBatch(ctx, webhookId, dial)) === 'done') break
    }
  } finally {
    await endLease(ctx.db, lease)
  }
  // After the lease: what was queued meanwhile found us sending and went away.
  await comeBack(ctx, webhookId, 0)
}

/** The job of every minute: what a killed process left. */
export async function lookAfterHooks(ctx: JobCtx): Promise<void> {
  for (const { webhookId } of await findIdleHooks(ctx.db, clock.now())) {
    await addJob(ctx.db, 'webhooks.send', { webhookId }, { key: `webhooks.later:${webhookId}` })
  }
}

function renew(ctx: JobCtx, lease: Lease): Promise<boolean> {
  const now = clock.now()
  return takeLease(ctx.db, lease, { now, until: new Date(now.getTime() + LEASE_MS) }, SENDERS)
}

async function comeBack(ctx: JobCtx, webhookId: string, leastMs: number): Promise<void> {
  const [hook, due] = [await loadHook(ctx.db, webhookId), await loadNextDue(ctx.db, webhookId)]
  if (!hook || hook.offAt || !due) return
  const soonest = clock.now().getTime() + leastMs
  const runAt = new Date(Math.max(soonest, due.getTime(), hook.pausedUntil?.getTime() ?? 0))
  await addJob(ctx.db, 'webhooks.send', { webhookId }, { runAt, key: `webhooks.later:${webhookId}` })
}

async function sendBatch(ctx: JobCtx, webhookId: string, dial: Dial): Promise<'more' | 'done'> {
  const hook = await loadHook(ctx.db, webhookId)
  if (!hook || hook.offAt || (hook.pausedUntil && hook.pausedUntil > clock.now())) return 'done'
  const batch = await claimBatch(ctx.db, webhookId, clock.now(), BATCH)
  if (batch.length === 0) return 'done'
  await Promise.all(
    batch.map(async (delivery) => {
      const answered = await callHook(ctx.config, hook, delivery, dial)
      await judge(ctx, hook, delivery, answered)
    }),
  )
  return 'more'
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
