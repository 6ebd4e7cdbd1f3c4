import { inTx } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { emit } from '../../events/emit.ts'
import { tellOwners } from '../../staff/tell-member.ts'
import { getTeamHook } from '../../webhooks/find-hooks.ts'
import { hostOf } from '../../webhooks/own-hooks.ts'

/**
 * The job after a webhook was switched off: its owners hear of it by bell and mail. The platform's own is an alert, as
 * everything that operators must look at.
 */
export async function tellWebhookOff(ctx: JobCtx, { webhookId }: { webhookId: string }): Promise<void> {
  await inTx(ctx, async (tx) => {
    const hook = await getTeamHook(tx, webhookId)
    if (!hook?.offAt || hook.offReason === 'staff') return
    const { resellerId, name, offAt, offReason } = hook
    const host = hostOf(hook.url)
    if (resellerId === null) {
      const alert = {
        resellerId,
        kind: 'webhook.off',
        subject: `webhook:${webhookId}`,
        detail: { name, host },
      } as const
      return raiseAlert(tx.db, alert, tx.now)
    }
    const at = offAt.toISOString()
    emit(tx, 'webhook.off', { resellerId, webhookId, at, reason: offReason, aside: { name } })
    await tellOwners(tx, resellerId, offReason === 'gone' ? 'webhook_gone' : 'webhook_failing', { name, host, at })
  })
}
