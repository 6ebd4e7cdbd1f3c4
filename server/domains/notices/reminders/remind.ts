import { civilTime } from '../../../../contract/civil-time.ts'
import type { ReminderKind } from '../../../../contract/notices.ts'
import type { Config } from '../../../config.ts'
import type { Owner, TxCtx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { mailAsNotice } from '../../mail/mail-as-notice.ts'
import type { MailTemplate, MailWords } from '../../mail/mail-templates.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { addRecipient, insertNotice } from '../operator-queries.ts'
import { loadReader } from './queries.ts'

const DAY_STARTS = 9
export const DAY_ENDS = 21

/** Reminders wait for the day, by the business's clock: nobody is woken by a phone. */
export function isDaytime({ now, config }: { now: Date; config: Pick<Config, 'businessTz'> }): boolean {
  const { hour } = civilTime(now, config.businessTz)
  return hour >= DAY_STARTS && hour < DAY_ENDS
}

export type Reminder<T extends MailTemplate = MailTemplate> = {
  kind: ReminderKind
  /** Names the event: a second reminder with the same mark is not sent. */
  mark: string
  template: T
  params: MailWords<T>
}

/** By the bell, by mail if an address is verified, in browsers that show it and in a bound Telegram chat; in the caller's transaction. Nothing, and false, if it was sent before. */
export async function remind<T extends MailTemplate>(
  ctx: TxCtx,
  owner: Owner,
  reminder: Reminder<T>,
): Promise<boolean> {
  if (!(await markReminded(ctx, owner, reminder))) return false
  const reader = await loadReader(ctx.db, owner)
  if (!reader || reader.muted.includes(reminder.kind)) return true
  const { template, params } = reminder
  const texts = mailAsNotice(
    template,
    { ...params, user: reader.userName },
    { ...owner, timeZone: ctx.config.businessTz },
  )
  const notice = { ...texts, resellerId: owner.resellerId, publishedAt: ctx.now, expiresAt: null }
  const noticeId = await insertNotice(ctx.db, { ...notice, isPinned: false, isAddressed: true, isKept: true })
  await addRecipient(ctx.db, owner, noticeId)
  await addJob(ctx.db, 'push.spread', { ...owner, noticeId, kind: reminder.kind })
  await addJob(ctx.db, 'telegram.user', { ...owner, noticeId, kind: reminder.kind })
  const { verifiedEmail: to, language } = reader
  if (to) await queueMail(ctx, { ...owner, to, template, language, params })
  return true
}

/** False if this event was marked before, here or by another process. */
export async function markReminded(
  { db, now }: { db: Tx; now: Date },
  { resellerId, accountId }: Owner,
  { kind, mark }: Pick<Reminder, 'kind' | 'mark'>,
): Promise<boolean> {
  const rows = await db.query({
    name: 'notices.mark_reminded',
    text: `insert into reminder_marks (reseller_id, account_id, kind, mark, created_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing returning mark`,
    values: [resellerId, accountId, kind, mark, now],
  })
  return rows.length === 1
}
