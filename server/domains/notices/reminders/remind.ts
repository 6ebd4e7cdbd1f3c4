import { civilTime } from '../../../../contract/civil-time.ts'
import { reminderOf } from '../../../../contract/reminders.ts'
import type { Config } from '../../../config.ts'
import type { Owner, TxCtx } from '../../../platform/context.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { mailAsNotice } from '../../mail/mail-as-notice.ts'
import type { MailTemplate, MailWords } from '../../mail/mail-templates.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { showTo } from '../show-to.ts'
import { markReminded, type Mark } from './marks.ts'
import { loadReader } from './queries.ts'

const DAY_STARTS = 9
export const DAY_ENDS = 21

/** Reminders wait for the day, by the business's clock: nobody is woken by a phone. */
export function isDaytime({ now, config }: { now: Date; config: Pick<Config, 'businessTz'> }): boolean {
  const { hour } = civilTime(now, config.businessTz)
  return hour >= DAY_STARTS && hour < DAY_ENDS
}

type Reminder<T extends MailTemplate> = Pick<Mark, 'kind'> & {
  /** Null for what happens once by itself. */
  mark: Mark['mark'] | null
  template: T
  params: MailWords<T>
}

/**
 * Tells one user in the caller's transaction: by the bell, by mail if an address is verified, in browsers that show it
 * and in a bound Telegram chat. Does nothing, and returns false, if it was sent before.
 */
export async function remind<T extends MailTemplate>(
  ctx: TxCtx,
  owner: Owner,
  { kind, mark, template, params }: Reminder<T>,
): Promise<boolean> {
  if (mark !== null && !(await markReminded(ctx, owner, { kind, mark }))) return false
  const reader = await loadReader(ctx.db, owner)
  const isMuted = reader?.muted.includes(kind)
  if (!reader || (isMuted && !reminderOf(kind).isAwaited)) return true
  const shown = { resellerId: owner.resellerId, userName: reader.userName, timeZone: ctx.config.businessTz }
  const noticeId = await showTo(ctx, owner, mailAsNotice(template, params, shown))
  if (isMuted) return true
  await addJob(ctx.db, 'push.spread', { ...owner, noticeId, kind })
  await addJob(ctx.db, 'telegram.user', { ...owner, noticeId, kind })
  const { verifiedEmail: to, language } = reader
  if (to) await queueMail(ctx, { ...owner, to, template, language, params })
  return true
}
