import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { loadAgencyOwner } from '../resellers/load-agency.ts'
import { tellOwner } from './tell-owner.ts'

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
