import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { getOffer } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { getSubscription } from './subscription-store.ts'

type Choice = Static<typeof api.packages.next.input>['next']
type Answer = Static<typeof api.packages.next.output>

/** Stores which package follows the current one, or takes that back. Nothing is charged before the end. */
export async function setNextPackage(ctx: Ctx<'user'>, { next }: { next: Choice }): Promise<Answer> {
  const { owner } = ctx
  if (!next) {
    await saveNext(ctx.db, owner, { packageId: null, period: null, heldId: null })
    return { next: null }
  }
  const { period } = next
  const packageId = Number(next.packageId)
  const held = await getSubscription(ctx, owner)
  if (held.packageId === null || held.packageId === packageId || held.period === 'once') fail('order.wrong_action')
  const offer = await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  if (offer.kind !== 'plan') fail('package.not_for_sale')
  const isSaved = await saveNext(ctx.db, owner, { packageId, period, heldId: held.packageId })
  if (!isSaved) fail('order.wrong_action')
  return { next: { packageId: next.packageId, packageName: inLanguage(offer.name, offer.names, ctx.language), period } }
}

type Saved = { packageId: number; period: Period; heldId: number } | { packageId: null; period: null; heldId: null }

/** What was told about the renewal no longer holds, so it is told again. False: the package has just changed. */
async function saveNext(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { packageId, period, heldId }: Saved,
): Promise<boolean> {
  const rows = await db.query({
    name: 'packages.next',
    text: `update subscriptions set next_package_id = $3, next_period = $4,
        renew_told_for = null, renew_told_fen = null, renew_failed_for = null
      where reseller_id = $1 and account_id = $2 and ($5::integer is null or package_id = $5) returning 1 as done`,
    values: [resellerId, accountId, packageId, period, heldId],
  })
  return rows.length === 1
}
