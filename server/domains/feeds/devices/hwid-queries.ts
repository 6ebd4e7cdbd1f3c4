import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type SeenDevice = { hash: Buffer; client: string | null; system: string | null; now: Date }

/** Returns whether the device has a place. */
export async function seeHwid(db: Queryable, { resellerId, accountId }: Owner, seen: SeenDevice): Promise<boolean> {
  const rows = await db.query<{ seenAt: Date }>({
    name: 'feed_hwids.see',
    text: `update feed_hwids set seen_at = $4, client = $5, system = $6
      where reseller_id = $1 and account_id = $2 and hwid_hash = $3 returning seen_at`,
    values: [resellerId, accountId, seen.hash, seen.now, seen.client, seen.system],
  })
  return rows.length > 0
}

export async function countHwids(db: Tx, { resellerId, accountId }: Owner): Promise<number> {
  const rows = await db.query<{ devices: number }>({
    name: 'feed_hwids.count',
    text: 'select count(*)::integer as devices from feed_hwids where reseller_id = $1 and account_id = $2',
    values: [resellerId, accountId],
  })
  return rows[0]!.devices
}

/** The same device may come twice at once. */
export async function insertHwid(db: Tx, { resellerId, accountId }: Owner, seen: SeenDevice): Promise<void> {
  await db.query({
    name: 'feed_hwids.insert',
    text: `insert into feed_hwids (reseller_id, account_id, hwid_hash, first_seen_at, seen_at, client, system)
      values ($1, $2, $3, $4, $4, $5, $6) on conflict do nothing`,
    values: [resellerId, accountId, seen.hash, seen.now, seen.client, seen.system],
  })
}

type HwidRow = { hwidHash: Buffer; client: string | null; system: string | null; seenAt: Date }

/** Those seen after a moment, the last seen first. */
export function findHwids(db: Queryable, { resellerId, accountId }: Owner, since: Date): Promise<HwidRow[]> {
  return db.query<HwidRow>({
    name: 'feed_hwids.list',
    text: `select hwid_hash, client, system, seen_at from feed_hwids
      where reseller_id = $1 and account_id = $2 and seen_at > $3 order by seen_at desc, hwid_hash limit 100`,
    values: [resellerId, accountId, since],
  })
}

/** Returns whether there was such a device. */
export async function deleteHwid(db: Queryable, { resellerId, accountId }: Owner, hash: Buffer): Promise<boolean> {
  const rows = await db.query<{ seenAt: Date }>({
    name: 'feed_hwids.delete_one',
    text: `delete from feed_hwids where reseller_id = $1 and account_id = $2 and hwid_hash = $3 returning seen_at`,
    values: [resellerId, accountId, hash],
  })
  return rows.length > 0
}

/** Those not seen since a moment, or all. */
export async function deleteHwids(db: Queryable, owner: Owner, since: Date | null): Promise<void> {
  await db.query({
    name: 'feed_hwids.delete',
    text: `delete from feed_hwids where reseller_id = $1 and account_id = $2
      and ($3::timestamptz is null or seen_at <= $3)`,
    values: [owner.resellerId, owner.accountId, since],
  })
}
