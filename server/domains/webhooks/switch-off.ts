import type { Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { giveUpWaiting } from './delivery-queries.ts'
import { loadHook, saveSwitch } from './queries.ts'

/** The receiver wants no more, or failed for too long: nothing more is sent, and the owner is told by a job. */
export async function switchOff(
  { db, now }: { db: Tx; now: Date },
  webhookId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const hook = await loadHook(db, webhookId)
  if (!hook || hook.offAt) return
  await saveSwitch(db, webhookId, { at: now, reason })
  await giveUpWaiting(db, webhookId, now)
  await addJob(db, 'office.webhook_off', { webhookId })
}
