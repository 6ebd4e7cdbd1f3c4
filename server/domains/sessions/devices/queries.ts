import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type Family = {
  id: string
  accountId: number
  userAgent: string
  seenAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

const COLUMNS = 'id, account_id, user_agent, seen_at, expires_at, revoked_at'

export async function loadFamily(db: Db | Tx, resellerId: number, id: string): Promise<Family | null> {
  const rows = await db.query<Family>({
    name: 'devices.load',
    text: `select ${COLUMNS} from device_families where reseller_id = $1 and id = $2`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

/** Finds the family only if it belongs to the account of that name. */
export async function loadFamilyOf(
  db: Db | Tx,
  account: { resellerId: number; userName: string },
  id: string,
): Promise<Family | null> {
  const rows = await db.query<Family>({
    name: 'devices.load_of',
    text: `select f.id, f.account_id, f.user_agent, f.seen_at, f.expires_at, f.revoked_at
             from device_families f join accounts a on a.reseller_id = f.reseller_id and a.id = f.account_id
            where f.reseller_id = $1 and f.id = $2 and lower(a.user_name) = lower($3)`,
    values: [account.resellerId, id, account.userName],
  })
  return rows[0] ?? null
}

/** Allows one use of a family at a time; parallel uses wait here and then see each other's work. */
export async function lockFamily(db: Tx, resellerId: number, id: string): Promise<Family | null> {
  const rows = await db.query<Family>({
    name: 'devices.lock',
    text: `select ${COLUMNS} from device_families where reseller_id = $1 and id = $2 for update`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

/** The generation of a secret, and what became of the next one. */
export type Generation = { generation: number; nextCreatedAt: Date | null; nextUsedAt: Date | null }

export async function loadGeneration(db: Db | Tx, familyId: string, secretHash: Buffer): Promise<Generation | null> {
  const rows = await db.query<Generation>({
    name: 'devices.generation',
    text: `select shown.generation, next.created_at as next_created_at, next.used_at as next_used_at
             from device_generations shown
             left join device_generations next on next.family_id = shown.family_id and next.generation = shown.generation + 1
            where shown.family_id = $1 and shown.secret_hash = $2`,
    values: [familyId, secretHash],
  })
  return rows[0] ?? null
}

type NewFamily = Owner & { familyId: string; secretHash: Buffer; userAgent: string; now: Date; expiresAt: Date }

/** Inserts the family with its first generation. Does not wait: an error fails the transaction. */
export function insertFamily(db: Tx, family: NewFamily): void {
  const { familyId, secretHash, resellerId, accountId, userAgent, now, expiresAt } = family
  db.send({
    name: 'devices.insert',
    text: `with family as (insert into device_families (id, reseller_id, account_id, user_agent, created_at, seen_at, expires_at)
             values ($1, $2, $3, $4, $5, $5, $6) returning id)
           insert into device_generations (family_id, generation, secret_hash, created_at) select id, 0, $7, $5 from family`,
    values: [familyId, resellerId, accountId, userAgent, now, expiresAt, secretHash],
  })
}

export async function insertGeneration(
  db: Tx,
  familyId: string,
  generation: number,
  secretHash: Buffer,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'devices.insert_generation',
    text: `insert into device_generations (family_id, generation, secret_hash, created_at) values ($1, $2, $3, $4)`,
    values: [familyId, generation, secretHash, now],
  })
}

export async function markGenerationUsed(db: Tx, familyId: string, generation: number, now: Date): Promise<void> {
  await db.query({
    name: 'devices.use_generation',
    text: `update device_generations set used_at = $3 where family_id = $1 and generation = $2 and used_at is null`,
    values: [familyId, generation, now],
  })
}

export async function touchFamily(db: Tx, resellerId: number, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'devices.touch',
    text: 'update device_families set seen_at = $3 where reseller_id = $1 and id = $2',
    values: [resellerId, id, now],
  })
}

export async function revokeFamily(db: Db | Tx, account: Owner, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'devices.revoke',
    text: `update device_families set revoked_at = $4
            where reseller_id = $1 and account_id = $2 and id = $3 and revoked_at is null`,
    values: [account.resellerId, account.accountId, id, now],
  })
}

export async function revokeOtherFamilies(
  db: Db | Tx,
  account: Owner,
  keptId: string | null,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'devices.revoke_others',
    text: `update device_families set revoked_at = $4
            where reseller_id = $1 and account_id = $2 and revoked_at is null and id is distinct from $3`,
    values: [account.resellerId, account.accountId, keptId, now],
  })
}
