import type { Permission } from '../../../contract/permissions.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { loadAgencyOwner } from '../resellers/agency.ts'
import { findMailable } from '../staff/team/find-mailable.ts'

/**
 * A mail to who runs a reseller, in the transaction of what it tells: the user who opened the agency, and the members of
 * its team whom it concerns, each address once. Owners may do everything, so it always concerns them.
 */
export async function tellReseller<T extends MailTemplate>(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  { resellerId, concerns }: { resellerId: number; concerns: Permission },
  template: T,
  params: MailWords<T>,
): Promise<void> {
  const owner = await loadAgencyOwner(ctx, resellerId)
  const told = owner && (await tellOwner(ctx, owner, template, params))
  const addresses = new Set(told === null ? [] : [told.toLowerCase()])
  for (const { email: to, language } of await findMailable(ctx, resellerId, concerns)) {
    if (addresses.has(to.toLowerCase())) continue
    addresses.add(to.toLowerCase())
    await queueMail(ctx, { resellerId, accountId: null, to, language, template, params })
  }
}
