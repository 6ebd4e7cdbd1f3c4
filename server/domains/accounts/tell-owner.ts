import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockAccountRow } from './lock-account-row.ts'

/**
 * Mails the account's verified address, if any, in the transaction of the event. Holds the account: call it before
 * locking anything that others lock after the account, such as the ledger. Returns the address.
 */
export async function tellOwner<T extends MailTemplate>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  account: Owner,
  template: T,
  params: MailWords<T>,
): Promise<string | null> {
  const owner = await lockAccountRow(ctx, account)
  if (!owner?.verifiedEmail) return null
  const { resellerId, accountId } = account
  const { verifiedEmail: to, language } = owner
  await queueMail(ctx, { resellerId, accountId, to, language, template, params })
  return to
}
