import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { emit, userOf } from '../events/emit.ts'
import { deleteHwids } from './devices/hwid-queries.ts'
import { revokeAllDevices } from './devices/queries.ts'
import { getFeedUrl, hashFeedToken, feedToken } from './load-link.ts'
import { forgetOldTokens } from './old-tokens.ts'
import { lockLinkGeneration, saveLink } from './queries.ts'

const RESETS = { name: 'sub_reset', points: limits.feedResets, windowMs: limits.lineWindowMs }

/** The old address stops working at commit: only the hash of the newest is stored. */
export async function resetFeed(ctx: Ctx<'user'>): Promise<{ subscriptionUrl: string }> {
  const { owner } = ctx
  await takeOne(ctx, RESETS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    await renewFeed(tx, owner)
    return { subscriptionUrl: await getFeedUrl(tx, owner) }
  })
}

/** Staff see neither the old nor the new address. */
export function resetFeedByStaff(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  owner: Owner,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await renewFeed(tx, owner)
    await emit(tx, 'feed.reset', userOf(owner))
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor, action: 'feed.reset', subject }
    await writeAudit(tx.db, { ...entry, before: { feed: 'set' }, after: { feed: 'changed' } }, ctx.now)
  })
}

/** Devices with an address of their own and an address from another panel lose it too: who resets wants everybody else out. */
async function renewFeed(tx: Pick<Ctx, 'config' | 'now'> & { db: Tx }, owner: Owner): Promise<void> {
  // Create the row for a user who never opened the address.
  await getFeedUrl(tx, owner)
  const generation = (await lockLinkGeneration(tx.db, owner)) + 1
  await revokeAllDevices(tx.db, owner, tx.now)
  await deleteHwids(tx.db, owner, null)
  await forgetOldTokens(tx.db, owner)
  await saveLink(tx.db, owner, generation, hashFeedToken(feedToken(tx.config, owner, generation)))
}

/** Deletes a deleted account's feed address, its devices, and who fetched it. */
export async function forgetFeed(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('feedLinks')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('feedDevices')
    .where((row) => row.and(own))
    .execute()
  await deleteHwids(db, own, null)
  await forgetOldTokens(db, own)
  await db.kysely
    .deleteFrom('feedVisits')
    .where((row) => row.and(own))
    .execute()
}
