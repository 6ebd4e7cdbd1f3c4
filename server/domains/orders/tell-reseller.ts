import type { Permission } from '../../../contract/permissions.ts'
import { hasMail } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import type { MailTemplate, MailWords } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { loadAgencyOwner } from '../resellers/agency.ts'
import { findMailable } from '../staff/team/find-mailable.ts'

/**
 * Mails a reseller in the transaction of the event: the user who opened the agency, and the team members concerned,
 * each address once. Owners may do everything, so they are always concerned.
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
  for (const { name: readerName, email: to, language } of await findMailable(ctx, resellerId, concerns)) {
    if (addresses.has(to.toLowerCase())) continue
    addresses.add(to.toLowerCase())
    await queueMail(ctx, { resellerId, accountId: null, to, language, template, params, readerName })
  }
}

/** The resellers among these that such a mail would not reach: no verified address, or mail is off. */
export async function findUnreached(
  ctx: Pick<Ctx, 'db' | 'config'>,
  resellerIds: readonly number[],
  concerns: Permission,
): Promise<number[]> {
  if (!hasMail(ctx.config)) return [...resellerIds]
  const byOwner = new Set(await findWithOwnerMail(ctx.db, resellerIds))
  const unreached: number[] = []
  for (const resellerId of resellerIds) {
    const isReached = byOwner.has(resellerId) || (await findMailable(ctx, resellerId, concerns)).length > 0
    if (!isReached) unreached.push(resellerId)
  }
  return unreached
}

async function findWithOwnerMail(db: Queryable, resellerIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'orders.with_owner_mail',
    text: `select r.id from resellers r join accounts a on a.reseller_id = r.owner_reseller_id and a.id = r.owner_account_id
      where r.id = any ($1) and a.email_verified_at is not null and a.deleted_at is null`,
    values: [resellerIds],
  })
  return rows.map(({ id }) => id)
}
