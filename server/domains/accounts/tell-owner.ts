import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { loadAgencyOwner } from '../resellers/agency.ts'
import { holdAccount } from './hold-account.ts'

/**
 * A mail to the verified address of an account, where it has one, in the transaction of what it tells. Holds the account:
 * call it before anything that others take after the account, such as the ledger.
 */
export async function tellOwner<T extends MailTemplate>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  account: Owner,
  template: T,
  params: MailWords<T>,
): Promise<void> {
  const owner = await holdAccount(ctx, account)
  if (!owner?.verifiedEmail) return
  const { resellerId, accountId } = account
  const { verifiedEmail: to, language } = owner
  await queueMail(ctx, { resellerId, accountId, to, language, template, params })
}

/** A mail to who runs a reseller, in the transaction of what it tells. The platform's own have nobody to tell. */
export async function tellReseller<T extends MailTemplate>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  template: T,
  params: MailWords<T>,
): Promise<void> {
  const owner = await loadAgencyOwner(ctx, resellerId)
  if (owner) await tellOwner(ctx, owner, template, params)
}
