import type { Language } from '../../../contract/languages.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
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

export type MailRow = {
  id: string
  resellerId: number
  toAddress: string
  template: MailTemplate
  language: Language
  params: Record<string, string>
  sentAt: Date | null
  codeId: string | null
  userName: string | null
  sealedCode: Buffer | null
  codeExpiresAt: Date | null
}

export async function loadMail(db: Db | Tx, id: string): Promise<MailRow | null> {
  const rows = await db.query<MailRow>({
    name: 'mail.load',
    text: `select m.id, m.reseller_id, m.to_address, m.template, m.language, m.params, m.sent_at, m.code_id,
                  a.user_name, c.sealed_code, c.expires_at as code_expires_at
             from mails m
             left join accounts a on a.reseller_id = m.reseller_id and a.id = m.account_id
             left join mail_codes c on c.id = m.code_id
            where m.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** Deletes the sealed code in the same statement: from now on only the reader of the mail has it. */
export async function markSent(db: Db | Tx, mail: { id: string; codeId: string | null }, now: Date): Promise<void> {
  await db.query({
    name: 'mail.sent',
    text: `with code as (update mail_codes set sealed_code = null where id = $2)
           update mails set sent_at = $3 where id = $1`,
    values: [mail.id, mail.codeId, now],
  })
}

export async function dropSealedCode(db: Db | Tx, codeId: string | null): Promise<void> {
  await db.query({
    name: 'mail.drop_code',
    text: 'update mail_codes set sealed_code = null where id = $1',
    values: [codeId],
  })
}

export async function deleteMail(db: Db | Tx, id: string): Promise<void> {
  await db.query({ name: 'mail.delete', text: 'delete from mails where id = $1', values: [id] })
}

export type LockedMail = { resellerId: number; template: MailTemplate; sentAt: Date | null }

/** Also returns null for a dummy mail, which exists only to cost the same as a real one. */
export async function lockMail(db: Tx, id: string): Promise<LockedMail | null> {
  const rows = await db.query<LockedMail>({
    name: 'mail.lock',
    text: `select reseller_id, template, sent_at from mails where id = $1 and to_address <> '' for update`,
    values: [id],
  })
  return rows[0] ?? null
}
