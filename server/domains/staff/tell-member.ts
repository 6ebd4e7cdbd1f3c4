import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findOwnerMails, loadStaff } from './queries.ts'
import { findMailableRows } from './team/queries.ts'

type Told = 'staff_new_login' | 'staff_password_changed' | 'staff_factor_changed'

/** Mails the member's verified address, if there is one, in the transaction of the event. */
export async function tellMember<T extends Told>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  staffId: number,
  template: T,
  words: Omit<MailWords<T>, 'member'>,
): Promise<void> {
  const member = await loadStaff(ctx.db, staffId)
  if (!member?.email) return
  const params = { ...words, member: member.name } as MailWords<T>
  const { email: to, language } = member
  // Mails to platform staff use the platform's own brand.
  await queueMail(ctx, { resellerId: member.resellerId ?? 0, accountId: null, to, language, template, params })
}

/** Mails every other member of the team who has a verified address. */
export async function tellTeam<T extends 'staff_password_reset'>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  { resellerId, exceptId }: { resellerId: number | null; exceptId: number },
  template: T,
  params: MailWords<T>,
): Promise<void> {
  for (const { id, email: to, language, name: readerName } of await findMailableRows(ctx.db, resellerId)) {
    if (id === exceptId) continue
    await queueMail(ctx, { resellerId: resellerId ?? 0, accountId: null, to, language, template, params, readerName })
  }
}

/** Mails every owner of a reseller's team who has a verified address, and nobody else. */
export async function tellOwners<T extends 'payee_changed' | 'webhook_gone' | 'webhook_failing'>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  template: T,
  params: MailWords<T>,
): Promise<void> {
  for (const { email: to, language } of await findOwnerMails(ctx.db, resellerId)) {
    await queueMail(ctx, { resellerId, accountId: null, to, language, template, params })
  }
}
