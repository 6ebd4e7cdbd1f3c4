import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** How many devices got their own address, and how many the plan allows; 0 allows any number. */
export async function loadDeviceRoom(db: Tx, { resellerId, accountId }: Owner) {
  const rows = await db.query<{ devices: number; deviceLimit: number }>({
    name: 'feed_devices.room',
    text: `select (select count(*)::integer from feed_devices d where d.reseller_id = $1 and d.account_id = $2
                     and d.used_at is not null and d.revoked_at is null) as devices,
                  coalesce((select s.device_limit from subscriptions s where s.reseller_id = $1 and s.account_id = $2), 0) as device_limit`,
    values: [resellerId, accountId],
  })
  return rows[0]!
}

/** A user has one code at a time. */
export async function revokeUnused(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'feed_devices.revoke_unused',
    text: `update feed_devices set revoked_at = $3
      where reseller_id = $1 and account_id = $2 and used_at is null and revoked_at is null`,
    values: [resellerId, accountId, now],
  })
}

export async function revokeAllDevices(db: Queryable, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'feed_devices.revoke_all',
    text: `update feed_devices set revoked_at = $3 where reseller_id = $1 and account_id = $2 and revoked_at is null`,
    values: [resellerId, accountId, now],
  })
}

export type NewCode = Owner & { sessionId: string; codeHash: Buffer; createdAt: Date; expiresAt: Date }

export async function insertCode(db: Tx, code: NewCode): Promise<number> {
  const row = await db.kysely.insertInto('feedDevices').values(code).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Returns whether there was such a device. */
export async function revokeOne(db: Queryable, owner: Owner, id: number, now: Date): Promise<boolean> {
  const rows = await db.query<{ id: number }>({
    name: 'feed_devices.revoke',
    text: `update feed_devices set revoked_at = $4
      where reseller_id = $1 and account_id = $2 and id = $3 and revoked_at is null returning id`,
    values: [owner.resellerId, owner.accountId, id, now],
  })
  return rows.length > 0
}

export type DeviceRow = {
  id: number
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  openedOn: string | null
  fetchedAt: Date | null
  client: string | null
}

/** Devices with an address, and the code that still waits; the newest first. */
export function findDevices(db: Queryable, { resellerId, accountId }: Owner, now: Date): Promise<DeviceRow[]> {
  return db.query<DeviceRow>({
    name: 'feed_devices.list',
    text: `select d.id, d.created_at, d.expires_at, d.used_at, v.opened_on, v.fetched_at, v.client
      from feed_devices d
      left join feed_visits v on v.reseller_id = d.reseller_id and v.account_id = d.account_id and v.device = d.id
      where d.reseller_id = $1 and d.account_id = $2 and d.revoked_at is null and (d.used_at is not null or d.expires_at > $3)
      order by d.id desc`,
    values: [resellerId, accountId, now],
  })
}

export type CodeRow = Owner & {
  id: number
  expiresAt: Date
  usedAt: Date | null
  revokedAt: Date | null
  /** Whether the session that made it still lives. */
  isSignedIn: boolean
}

export async function loadCode(db: Queryable, codeHash: Buffer, now: Date): Promise<CodeRow | null> {
  const rows = await db.query<CodeRow>({
    name: 'feed_devices.code',
    text: `select d.id, d.reseller_id, d.account_id, d.expires_at, d.used_at, d.revoked_at,
        exists (select from sessions s where s.id = d.session_id and s.revoked_at is null and s.expires_at > $2) as is_signed_in
      from feed_devices d join accounts a on a.reseller_id = d.reseller_id and a.id = d.account_id
      where d.code_hash = $1 and a.deleted_at is null`,
    values: [codeHash, now],
  })
  return rows[0] ?? null
}

/** Spends the code; false when somebody was faster. */
export async function spendCode(db: Queryable, code: CodeRow, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query<{ id: number }>({
    name: 'feed_devices.spend',
    text: `update feed_devices set used_at = $4, token_hash = $5
      where reseller_id = $1 and account_id = $2 and id = $3 and used_at is null and revoked_at is null and expires_at > $4
      returning id`,
    values: [code.resellerId, code.accountId, code.id, now, tokenHash],
  })
  return rows.length > 0
}
