import { randomUUID } from 'node:crypto'

import { hasMail } from '../../../config.ts'
import { addJob, type JobCtx } from '../../../platform/jobs.ts'
import { deliverMail } from '../../mail/deliver-mail.ts'
import { writeLetter } from './alert-letter.ts'
import { findUntold, loadLastTold, markTold } from './delivery-queries.ts'

const AT_ONCE = 100

/** Tells operators what began and what ended since the last mail. At least once: a mail may come twice, never not at all. */
export async function mailAlerts(ctx: JobCtx): Promise<void> {
  const { mailTo, mailGapS, language } = ctx.config.alerts
  if (mailTo.length === 0 || !hasMail(ctx.config)) return
  const lastTold = await loadLastTold(ctx.db)
  const nextAt = new Date((lastTold?.getTime() ?? 0) + mailGapS * 1000)
  if (nextAt > ctx.now) return addJob(ctx.db, 'alerts.mail', {}, { key: 'alerts.mail', runAt: nextAt })
  const untold = await findUntold(ctx.db, ctx.now, AT_ONCE)
  if (untold.length === 0) return
  const begun = untold.filter(({ isBegin }) => isBegin)
  const ended = untold.filter(({ isEnd }) => isEnd)
  const monitorUrl = `${ctx.config.publicUrl}/monitor`
  const letter = writeLetter({ begun, ended }, { language, monitorUrl, timeZone: ctx.config.businessTz })
  const trouble = await deliver(ctx, mailTo, letter)
  if (trouble) throw new Error(`The alert mail could not be delivered (${trouble})`)
  const idsOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => id)
  await markTold(ctx.db, idsOf(begun), idsOf(ended), ctx.now)
  if (untold.length === AT_ONCE) await addJob(ctx.db, 'alerts.mail', {}, { key: 'alerts.mail' })
}

/** What went wrong, or null. A mail server's answer may repeat addresses, and a job keeps its error: only codes go on. */
async function deliver(
  ctx: JobCtx,
  mailTo: readonly string[],
  letter: ReturnType<typeof writeLetter>,
): Promise<string | null> {
  try {
    for (const to of mailTo) await deliverMail(ctx.config, { ...letter, id: randomUUID(), to })
    return null
  } catch (error) {
    const { code, responseCode, name } = error as { code?: string; responseCode?: number; name: string }
    return [code ?? name, responseCode].filter(Boolean).join(' ')
  }
}
