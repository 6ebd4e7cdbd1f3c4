import { civilTime } from '../../../../contract/civil-time.ts'
import { kindOf, reminderOf, type ReminderEvent } from '../../../../contract/events.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { Config } from '../../../config.ts'
import type { Owner, TxCtx } from '../../../platform/context.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { mailAsNotice } from '../../mail/mail-as-notice.ts'
import type { Letter } from '../../mail/mail-templates.ts'
import { queueMail, type QueuedMail } from '../../mail/queue-mail.ts'
import { showTo } from '../show-to.ts'
import { loadReader } from './queries.ts'

const DAY_STARTS = 9
export const DAY_ENDS = 21

/** Reminders wait for the day, by the business's clock: nobody is woken by a phone. */
export function isDaytime({ now, config }: { now: Date; config: Pick<Config, 'businessTz'> }): boolean {
  const { hour } = civilTime(now, config.businessTz)
  return hour >= DAY_STARTS && hour < DAY_ENDS
}

/**
 * Tells one user in the caller's transaction: by the bell, by mail if an address is verified, in browsers that show it
 * and in a bound Telegram chat.
 */
export async function remind(
  ctx: Pick<TxCtx, 'db' | 'now' | 'config'>,
  owner: Owner,
  event: ReminderEvent,
  write: (language: Language) => Letter,
): Promise<void> {
  const kind = kindOf(event)
  const reader = await loadReader(ctx.db, owner)
  const isMuted = reader?.muted.includes(kind)
  if (!reader || (isMuted && !reminderOf(kind).isAwaited)) return
  const { verifiedEmail: to, language, userName } = reader
  const [template, params] = write(language)
  const shown = { resellerId: owner.resellerId, userName, timeZone: ctx.config.businessTz }
  const noticeId = await showTo(ctx, owner, mailAsNotice(template, params, shown))
  if (isMuted) return
  await addJob(ctx.db, 'push.spread', { ...owner, noticeId, kind })
  await addJob(ctx.db, 'telegram.user', { ...owner, noticeId, kind })
  if (to) await queueMail(ctx, { ...owner, to, template, language, params } as QueuedMail)
}
