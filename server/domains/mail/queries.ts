import type { Language } from '../../../contract/languages.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { MailTemplate } from './mail-templates.ts'

type NewMail = {
  resellerId: number
  accountId: number | null
  to: string
  template: MailTemplate
  language: Language
  params: Record<string, string>
  codeId?: string
}

export async function insertMail(db: Db | Tx, mail: NewMail, now: Date): Promise<string> {
  const { id } = await db.kysely
    .insertInto('mails')
    .values({
      resellerId: mail.resellerId,
      accountId: mail.accountId,
      toAddress: mail.to,
      template: mail.template,
      language: mail.language,
      params: JSON.stringify(mail.params),
      codeId: mail.codeId ?? null,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
