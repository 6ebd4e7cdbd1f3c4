import type { Tx } from '../../platform/db/db.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { emit } from '../events/emit.ts'
import { giveUpWaiting } from './delivery-queries.ts'
import { hostOf } from './own-hooks.ts'
import { loadHook, saveSwitch } from './queries.ts'

/**
 * The receiver wants no more, or failed for too long: nothing more is sent, and its owners hear of it. The platform's own
 * is an alert, as everything that operators must look at.
 */
export async function switchOff(
  tx: { db: Tx; now: Date },
  webhookId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const { db, now } = tx
  const hook = await loadHook(db, webhookId)
  if (!hook || hook.offAt) return
  await saveSwitch(db, webhookId, { at: now, reason })
  await giveUpWaiting(db, webhookId, now)
  const { resellerId, name } = hook
  const detail = { name, host: hostOf(hook.url) }
  if (resellerId !== null)
    await emit(tx, 'webhook.off', { resellerId, webhookId, at: now.toISOString(), reason, aside: detail })
  else await raiseAlert(db, { resellerId, kind: 'webhook.off', subject: `webhook:${webhookId}`, detail }, now)
}
