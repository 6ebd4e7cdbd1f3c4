import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

type Renewal = Owner & { expiresAt: Date }

/** The mail about this end went out, with this price in it. */
export async function markRenewTold(db: Tx, { resellerId, accountId, expiresAt }: Renewal, fen: number): Promise<void> {
  await db.query({
    name: 'packages.renew_told',
    text: `update subscriptions set renew_told_for = $3, renew_told_fen = $4 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt, fen],
  })
}

/** It could not be paid: until the next end nobody is told again. */
export async function markRenewFailed(db: Tx, { resellerId, accountId, expiresAt }: Renewal): Promise<void> {
  await db.query({
    name: 'packages.renew_failed',
    text: `update subscriptions set renew_failed_for = $3 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt],
  })
}
