import type { Permission } from '../../../contract/permissions.ts'
import { hasMail } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findMailable } from '../staff/team/find-mailable.ts'

/** The resellers among these that a mail to those concerned would not reach: no verified address, or mail is off. */
export async function findUnreached(
  ctx: Pick<Ctx, 'db' | 'config'>,
  resellerIds: readonly number[],
  concerns: Permission,
): Promise<number[]> {
  if (!hasMail(ctx.config)) return [...resellerIds]
  const byOwner = new Set(await findWithOwnerMail(ctx.db, resellerIds))
  const unreached: number[] = []
  for (const resellerId of resellerIds) {
    const isReached =
      byOwner.has(resellerId) ||
      (await findMailable(ctx, resellerId)).some(({ permissions }) => permissions.has(concerns))
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
