import { createHmac } from 'node:crypto'

import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import type { AlertRow } from '../../alerts/alert-store.ts'
import { loadAnyAlert } from '../../alerts/delivery-store.ts'
import { toMonitorAlert } from '../../alerts/shown-alert.ts'
import { signHook } from '../../webhooks/sign-hook.ts'

const TIMEOUT_MS = 5_000

/**
 * Calls the operator's webhook at least once; `webhook-id` is the same for a repeated call. The address is the
 * operator's own setting, so no user can redirect it; it may be inside the operator's network.
 */
export async function callWebhook(
  ctx: JobCtx,
  { alertId, change }: { alertId: number; change: 'raised' | 'resolved' },
): Promise<void> {
  const alert = ctx.config.alerts.webhookUrl ? await loadAnyAlert(ctx.db, alertId) : null
  if (!alert) return
  const trouble = await postAlert(ctx.config, { delivery: `${alertId}-${change}`, change, alert })
  if (trouble) throw new Error(`The alert webhook answered ${trouble}`)
}

type Told = { delivery: string; change: 'raised' | 'resolved'; alert: AlertRow }

/** Returns the answer if it was not a 2xx, else null. */
export async function postAlert(config: Config, { delivery, change, alert }: Told): Promise<string | null> {
  const { webhookUrl, webhookSecret, language } = config.alerts
  if (!webhookUrl || !webhookSecret) return null
  const shown = toMonitorAlert(alert, language)
  const now = clock.now()
  const event = { type: `alert.${change}`, timestamp: now.toISOString(), data: { text: shown.text, alert: shown } }
  // The fields after the event, and the headers `x-yuxian-…`, are those of release 0.2: they go after 0.3.
  const body = JSON.stringify({ ...event, change, text: shown.text, alert: shown })
  const answer = await post(webhookUrl, body, {
    'content-type': 'application/json',
    'user-agent': 'yuxian',
    ...signHook(`alert_${delivery}`, body, [webhookSecret], now),
    'x-yuxian-delivery': delivery,
    'x-yuxian-signature': signWebhook(webhookSecret, body, now),
  })
  return /^2\d\d$/.test(answer) ? null : answer
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over time, dot and body, so that an old call cannot be replayed. */
export function signWebhook(secret: string, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/**
 * Returns the status, or a short cause: a network error names the address, which may hold a key, and a job stores it.
 */
async function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    const { name, cause } = error as Error
    return `nothing (${(cause as { code?: string })?.code ?? name})`
  }
}
