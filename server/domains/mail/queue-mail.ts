import type { Language } from '../../../contract/languages.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { MailTemplate, MailWords } from './mail-templates.ts'
import { insertMail } from './queries.ts'

export type QueuedMail<T extends MailTemplate = MailTemplate> = {
  resellerId: number
  accountId: number | null
  to: string
  language: Language
  /** How to call a reader who is no user. Users are called by the name of their account when the mail is sent. */
  readerName?: string
  /** The row whose code the mail shows. */
  codeId?: string
} & { [K in T]: { template: K; params: MailWords<K> } }[T]

/** Queues in the caller's transaction: the mail goes out if, and only if, the reported change is committed. */
export async function queueMail(ctx: Pick<Ctx, 'db' | 'now'>, mail: QueuedMail): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { readerName, params } = mail
    const words = readerName === undefined ? params : { ...params, user: readerName }
    const mailId = await insertMail(tx.db, { ...mail, params: words }, ctx.now)
    await addJob(tx.db, 'mail.send', { mailId })
  })
}

/** Deletes mails to a deleted account and their codes. */
export async function forgetMails(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('mails')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('mailCodes')
    .where((row) => row.and(own))
    .execute()
}
