import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx, Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { getOffer } from '../catalogue/get-package.ts'
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

/** Only beside auto-renew of a monthly package: nobody expects to pay for a year because a month's traffic is gone. */
export async function setRenewEarly(
  ctx: Ctx<'user'>,
  { on }: { on: boolean },
): Promise<{ renewEarlyFen: number | null }> {
  const { owner } = ctx
  if (!on) {
    await updateRenewEarly(ctx.db, owner, null)
    return { renewEarlyFen: null }
  }
  const { packageId, period } = await getSubscription(ctx, owner)
  if (packageId === null || period !== 'month') return fail('order.wrong_action')
  const { retailFen } = await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  if (!(await updateRenewEarly(ctx.db, owner, { packageId, fen: retailFen }))) fail('order.wrong_action')
  return { renewEarlyFen: retailFen }
}

/** The price of now is the most that is charged later. False: auto-renew is off, or the package has just changed. */
async function updateRenewEarly(
  db: Db | Tx,
  { resellerId, accountId }: Owner,
  wish: { packageId: number; fen: number } | null,
): Promise<boolean> {
  const rows = await db.query({
    name: 'packages.renew_early',
    text: `update subscriptions set early_renew_fen = $3
      where reseller_id = $1 and account_id = $2
        and ($3::bigint is null or (auto_renew and period = 'month' and package_id = $4::integer)) returning 1 as done`,
    values: [resellerId, accountId, wish?.fen ?? null, wish?.packageId ?? null],
  })
  return rows.length === 1
}

/** M48: of many renewals at once one gets the row, and the next a day later at the earliest. */
export async function markRenewedEarly(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'packages.renewed_early',
    text: `update subscriptions set early_renewed_at = $3
      where reseller_id = $1 and account_id = $2
        and (early_renewed_at is null or early_renewed_at <= $3::timestamptz - $4 * interval '1 millisecond')
      returning 1 as done`,
    values: [resellerId, accountId, now, limits.renewEarlyEveryMs],
  })
  return rows.length === 1
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
