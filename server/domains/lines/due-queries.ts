import type { Owner } from '../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'

/** Finds owners of lines that have waited for their node since then or longer. */
export function findOverdue(db: Db, waitingSince: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lines.overdue',
    text: `select distinct reseller_id, account_id from lines
      where state in ('installing', 'moving') and state_since <= $1 limit 1000`,
    values: [waitingSince],
  })
}

/**
 * Finds owners whose package ended between the two times and who have live lines, or lines that wait for traffic: with
 * the end their lifeline starts again. A paused package has no end.
 */
export function findEnded(db: Db, after: Date, now: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lines.ended',
    text: `select s.reseller_id, s.account_id from subscriptions s
      join resellers r on r.id = s.reseller_id
      where s.expires_at > $1 and s.expires_at <= $2 and s.period is distinct from 'once'
        and exists (select from lines l where l.reseller_id = s.reseller_id and l.account_id = s.account_id
          and (l.state in ('installing', 'moving', 'active') or (r.has_lifelines and l.reason = 'quota')))
      order by s.expires_at limit 1000`,
    values: [after, now],
  })
}

/** Ordered by key, starting after the last page. */
export function findOwnersOn(db: Db, nodeId: number, last: Owner): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lines.owners_on',
    text: `select reseller_id, account_id from lines
      where node_id = $1 and state <> 'removed' and (reseller_id, account_id) > ($2, $3)
      order by reseller_id, account_id limit 500`,
    values: [nodeId, last.resellerId, last.accountId],
  })
}

export async function forgetAddresses(db: Db, seenBefore: Date): Promise<void> {
  await db.query({
    name: 'lines.forget_addresses',
    text: 'delete from line_addresses where seen_at < $1',
    values: [seenBefore],
  })
}

/** Finds owners whose package ended by then and who have not been warned that their lines will be removed. */
export function findUntold(db: Db, endedBefore: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lines.untold',
    text: `select s.reseller_id, s.account_id from subscriptions s
      where s.expires_at <= $1 and s.period is distinct from 'once' and exists (
        select from lines l where l.reseller_id = s.reseller_id and l.account_id = s.account_id
          and l.state in ('suspended', 'failed') and l.warned_at is null)
      order by s.expires_at limit 1000`,
    values: [endedBefore],
  })
}

/** Loads the package's end, which a renewal moves; null when it is paused or has no end. */
export async function loadEnd(db: Tx, { resellerId, accountId }: Owner): Promise<Date | null> {
  const rows = await db.query<{ expiresAt: Date | null }>({
    name: 'lines.end',
    text: `select expires_at from subscriptions
      where reseller_id = $1 and account_id = $2 and period is distinct from 'once'`,
    values: [resellerId, accountId],
  })
  return rows[0]?.expiresAt ?? null
}

export async function markTold(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'lines.mark_told',
    text: `update lines set warned_at = $3
      where reseller_id = $1 and account_id = $2 and state in ('suspended', 'failed') and warned_at is null`,
    values: [resellerId, accountId, now],
  })
}

/** Finds owners whose package ended by `endedBefore` and who were warned by `toldBefore`. */
export function findUnused(db: Queryable, endedBefore: Date, toldBefore: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lines.unused',
    text: `select s.reseller_id, s.account_id from subscriptions s
      where s.expires_at <= $1 and s.period is distinct from 'once' and exists (
        select from lines l where l.reseller_id = s.reseller_id and l.account_id = s.account_id
          and l.state in ('suspended', 'failed') and l.warned_at <= $2)
      order by s.expires_at limit 1000`,
    values: [endedBefore, toldBefore],
  })
}
