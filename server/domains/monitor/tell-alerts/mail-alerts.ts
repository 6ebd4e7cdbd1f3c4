import { randomUUID } from 'node:crypto'

import { hasMail, type Config } from '../../../config.ts'
import { addJob, type JobCtx } from '../../../platform/jobs/jobs.ts'
import { claimTurn, findUntold, giveTurnBack, loadTurn, markTold } from '../../alerts/delivery-store.ts'
import { deliverMail } from '../../mail/deliver-mail.ts'
import { writeLetter } from './alert-letter.ts'

const AT_ONCE = 100
/** Longer than the mail server may take for all addresses; after that the claimer must be dead. */
const CLAIM_MS = 300_000
/** Delay while another job sends: what its mail leaves out is told soon after. */
const BUSY_MS = 1_000

/**
 * Mails operators what began and ended since the last mail. Claims the turn first: many jobs run at once, and only one
 * may collect the news. Delivered at least once: a mail may come twice, but is never lost.
 */
export async function mailAlerts(ctx: JobCtx): Promise<void> {
  const { mailTo, mailGapS } = ctx.config.alerts
  if (mailTo.length === 0 || !hasMail(ctx.config)) return
  const gapMs = mailGapS * 1000
  const until = new Date(ctx.now.getTime() + CLAIM_MS)
  const sentBefore = new Date(ctx.now.getTime() - gapMs)
  if (!(await claimTurn(ctx.db, { now: ctx.now, until, sentBefore }))) return comeBack(ctx, gapMs)
  const sent = await tellNews(ctx).catch(async (error: unknown) => {
    await giveTurnBack(ctx.db, until, null)
    throw error
  })
  await giveTurnBack(ctx.db, until, sent > 0 ? ctx.now : null)
  if (sent === AT_ONCE) await addJob(ctx.db, 'alerts.mail', {}, { key: 'alerts.mail' })
}

async function comeBack(ctx: JobCtx, gapMs: number): Promise<void> {
  if ((await findUntold(ctx.db, ctx.now, 1)).length === 0) return
  const { sentAt } = await loadTurn(ctx.db)
  const runAt = new Date(Math.max(sentAt.getTime() + gapMs, ctx.now.getTime() + BUSY_MS))
  await addJob(ctx.db, 'alerts.mail', {}, { key: 'alerts.mail', runAt })
}

/** Returns the number of alerts it told. */
async function tellNews(ctx: JobCtx): Promise<number> {
  const { mailTo } = ctx.config.alerts
  const untold = await findUntold(ctx.db, ctx.now, AT_ONCE)
  if (untold.length === 0) return 0
  const begun = untold.filter(({ isBegin }) => isBegin)
  const ended = untold.filter(({ isEnd }) => isEnd)
  const letter = writeLetter({ begun, ended }, ctx.config)
  const trouble = await deliverLetter(ctx.config, mailTo, letter)
  if (trouble) throw new Error(`The alert mail could not be delivered (${trouble})`)
  const idsOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => id)
  await markTold(ctx.db, idsOf(begun), idsOf(ended), ctx.now)
  return untold.length
}

/**
 * Returns the error or null. Passes on only codes: a mail server's answer may repeat addresses, and a job stores it.
 */
export async function deliverLetter(
  config: Config,
  mailTo: readonly string[],
  letter: ReturnType<typeof writeLetter>,
): Promise<string | null> {
  try {
    for (const to of mailTo) await deliverMail(config, { ...letter, id: randomUUID(), to })
    return null
  } catch (error) {
    const { code, responseCode, name } = error as { code?: string; responseCode?: number; name: string }
    return [code ?? name, responseCode].filter(Boolean).join(' ')
  }
}
