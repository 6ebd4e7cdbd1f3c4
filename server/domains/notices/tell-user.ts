import type { ReminderKind } from '../../../contract/notices.ts'
import type { Owner, TxCtx } from '../../platform/context.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { mailAsNotice } from '../mail/mail-as-notice.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { addRecipient, insertNotice } from './operator-queries.ts'
import { loadReader } from './reminders/queries.ts'

type News<T extends MailTemplate> = { kind: ReminderKind; template: T; params: MailWords<T> }

/**
 * Tells one user in the transaction of the event: by the bell, by mail if an address is verified, in browsers that show it
 * and in a bound Telegram chat, once each. Unlike a reminder the bell cannot be switched off: somebody waits for it.
 * Words of people stay words: the bell reads Markdown, so theirs is escaped.
 */
export async function tellUser<T extends MailTemplate>(
  ctx: TxCtx,
  owner: Owner,
  { kind, template, params }: News<T>,
): Promise<void> {
  const reader = await loadReader(ctx.db, owner)
  if (!reader) return
  const words = Object.entries<string>(params).map(([name, word]) => [name, escapeMarkdown(word)])
  const shown = { ...Object.fromEntries(words), user: escapeMarkdown(reader.userName) } as Record<string, string> & {
    user: string
  }
  const texts = mailAsNotice(template, shown, { resellerId: owner.resellerId, timeZone: ctx.config.businessTz })
  const notice = { ...texts, resellerId: owner.resellerId, publishedAt: ctx.now, expiresAt: null }
  const noticeId = await insertNotice(ctx.db, { ...notice, isPinned: false, isAddressed: true, isKept: true })
  await addRecipient(ctx.db, owner, noticeId)
  if (reader.muted.includes(kind)) return
  await addJob(ctx.db, 'push.spread', { ...owner, noticeId, kind })
  await addJob(ctx.db, 'telegram.user', { ...owner, noticeId, kind })
  const { verifiedEmail: to, language } = reader
  if (to) await queueMail(ctx, { ...owner, to, template, language, params })
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+.!<>|~&=:-]/g, String.raw`\$&`)
}
