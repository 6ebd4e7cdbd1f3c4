import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx, Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { getOffer } from './get-package.ts'
import { getSubscription } from './subscription-store.ts'

/** Switching on needs a package to renew that is for sale; switching off always works. */
export async function setAutoRenew(ctx: Ctx<'user'>, input: { on: boolean }): Promise<{ autoRenew: boolean }> {
  const { owner } = ctx
  if (input.on) {
    const { packageId, period } = await getSubscription(ctx, owner)
    if (packageId === null || period === null || period === 'once') fail('order.wrong_action')
    await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  }
  if (!(await updateAutoRenew(ctx.db, owner, input.on)) && input.on) fail('order.wrong_action')
  return { autoRenew: input.on }
}

type Renewal = Owner & { expiresAt: Date }

/** Records that the mail about this end was sent, with this price. */
export async function markRenewTold(db: Tx, { resellerId, accountId, expiresAt }: Renewal, fen: number): Promise<void> {
  await db.query({
    name: 'packages.renew_told',
    text: `update subscriptions set renew_told_for = $3, renew_told_fen = $4 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt, fen],
  })
}

/** Records that the renewal could not be paid: nobody is told again until the next end. */
export async function markRenewFailed(db: Tx, { resellerId, accountId, expiresAt }: Renewal): Promise<void> {
  await db.query({
    name: 'packages.renew_failed',
    text: `update subscriptions set renew_failed_for = $3 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt],
  })
}

/** False when there is nothing to renew. */
async function updateAutoRenew(db: Db | Tx, { resellerId, accountId }: Owner, on: boolean): Promise<boolean> {
  const rows = await db.query({
    name: 'packages.auto_renew',
    text: `update subscriptions set auto_renew = $3, renew_told_for = null, renew_told_fen = null, renew_failed_for = null
      where reseller_id = $1 and account_id = $2 and (not $3 or (package_id is not null and period <> 'once')) returning 1 as done`,
    values: [resellerId, accountId, on],
  })
  return rows.length === 1
}
