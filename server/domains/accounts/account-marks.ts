import type { SpeedMode } from '../../../contract/lines.ts'
import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { updateSpeedMode } from './queries.ts'

/** Returns false when the account is already locked, or has no verified address for unlocking by mail. */
export async function markLocked(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.lock',
    text: `update accounts set locked_at = $3
            where reseller_id = $1 and id = $2 and locked_at is null and email_verified_at is not null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}

/** Returns false when the account is not locked. */
export async function clearLock(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.unlock',
    text: `update accounts set locked_at = null
            where reseller_id = $1 and id = $2 and locked_at is not null returning id`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

/** Returns false when the account is already paused: of two calls at once only one pauses. */
export async function markPaused(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.pause',
    text: `update accounts set paused_at = $3 where reseller_id = $1 and id = $2 and paused_at is null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}

/** Returns false when the account is not paused, or was paused after `pausedBefore`. */
export async function markResumed(db: Tx, { resellerId, accountId }: Owner, pausedBefore: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.resume',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at <= $3 returning id`,
    values: [resellerId, accountId, pausedBefore],
  })
  return rows.length === 1
}

/** Returns false when the account is not paused, or was not paused after `pausedAfter`. */
export async function markUndone(db: Tx, { resellerId, accountId }: Owner, pausedAfter: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.undo',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at > $3 returning id`,
    values: [resellerId, accountId, pausedAfter],
  })
  return rows.length === 1
}

/** Keeps the first date when one is set: asking again neither hurries nor delays it. A waiver can be added later. */
export async function markForDeletion(
  db: Tx,
  { resellerId, accountId }: Owner,
  asked: { deleteAfter: Date; waivesBalance: boolean; isByStaff: boolean },
): Promise<{ deleteAfter: Date; isNew: boolean } | null> {
  const rows = await db.query<{ deleteAfter: Date; isNew: boolean }>({
    name: 'accounts.deletion_mark',
    text: `update accounts a set delete_after = coalesce(a.delete_after, $3), waives_balance = a.waives_balance or $4,
                  is_deletion_by_staff = $5 and (before.is_new or a.is_deletion_by_staff)
             from (select id, delete_after is null as is_new from accounts
                    where reseller_id = $1 and id = $2 and deleted_at is null for no key update) before
            where a.reseller_id = $1 and a.id = before.id
        returning a.delete_after, before.is_new`,
    values: [resellerId, accountId, asked.deleteAfter, asked.waivesBalance, asked.isByStaff],
  })
  return rows[0] ?? null
}

export async function unmarkDeletion(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.deletion_unmark',
    text: `update accounts set delete_after = null, waives_balance = false, waived_fen = null, is_deletion_by_staff = false,
                  keeps_place = false
            where reseller_id = $1 and id = $2 and delete_after is not null and deleted_at is null returning id`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

/** Keeps the place of a leaving user until the deletion is final: the user still has something to lose. */
export async function keepPlace(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'accounts.deletion_keeps_place',
    text: `update accounts set keeps_place = true where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
}

/** Stores the amount that the user gave up at that moment. */
export async function keepWaived(db: Tx, { resellerId, accountId }: Owner, heldFen: number): Promise<void> {
  await db.query({
    name: 'accounts.deletion_waived',
    text: `update accounts set waived_fen = $3 where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId, heldFen],
  })
}

export async function clearWaiver(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'accounts.deletion_clear_waiver',
    text: `update accounts set waives_balance = false, waived_fen = null where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
}

/** Returns false while the account is paused. */
export function setSpeedMode(ctx: { db: Tx }, account: Owner, mode: SpeedMode): Promise<boolean> {
  return updateSpeedMode(ctx.db, account, mode)
}

/** Returns null when no deletion is asked for. Holds the row until the transaction ends. */
export async function loadDeletion(
  db: Tx,
  { resellerId, accountId }: Owner,
): Promise<{ deleteAfter: Date; isByStaff: boolean } | null> {
  const rows = await db.query<{ deleteAfter: Date; isByStaff: boolean }>({
    name: 'accounts.deletion_load',
    text: `select delete_after, is_deletion_by_staff as is_by_staff from accounts
            where reseller_id = $1 and id = $2 and delete_after is not null and deleted_at is null for no key update`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}
