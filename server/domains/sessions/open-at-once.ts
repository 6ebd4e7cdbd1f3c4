import { limits } from '../../../contract/limits.ts'
import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewDevice } from './devices/remember-device.ts'

type Opening = Owner & {
  id: string
  tokenHash: Buffer
  strength: string
  userAgent: string
  address: string | null
  now: Date
  expiresAt: Date
  /** The device to remember with the session. */
  device: NewDevice | null
}
type Shown = { passwordHash: string; hasFactor: boolean }

/**
 * Opens a session in one statement, which is its own transaction, if nothing prevents it and nobody has to be told.
 * Locks the account's row as `lockAccountRow` does: a password change or lock under way either waits for the session and
 * then ends it, or is seen here. False only means: try in a transaction.
 */
export async function openAtOnce(db: Db, opening: Opening, shown: Shown): Promise<boolean> {
  const { device, now } = opening
  const rows = await db.query({
    name: 'sessions.open',
    text: TEXT,
    values: [
      opening.resellerId,
      opening.accountId,
      shown.passwordHash,
      shown.hasFactor,
      opening.userAgent,
      opening.address,
      now,
      opening.expiresAt,
      opening.id,
      opening.tokenHash,
      opening.strength,
      device?.familyId ?? null,
      device?.secretHash ?? null,
      device?.expiresAt ?? null,
      new Date(now.getTime() - limits.newDeviceMemoryMs),
    ],
  })
  return rows.length > 0
}

/** A user with a verified address is told about a new browser or network, so both must have been seen before. */
const TEXT = `with held as (
    select reseller_id, id from accounts a
     where reseller_id = $1 and id = $2 and deleted_at is null and locked_at is null and password_hash = $3
       and (totp_confirmed_at is null or $4)
       and (email is null or email_verified_at is null or exists (
         select from sessions s where s.reseller_id = $1 and s.account_id = $2
            and s.user_agent = $5 and s.address = $6 and s.seen_at > $15))
       for share of a),
  family as (
    insert into device_families (id, reseller_id, account_id, user_agent, created_at, seen_at, expires_at)
    select $12, reseller_id, id, $5, $7, $7, $14 from held where $12::uuid is not null returning id),
  generation as (
    insert into device_generations (family_id, generation, secret_hash, created_at) select id, 0, $13, $7 from family)
  insert into sessions (id, reseller_id, account_id, token_hash, strength, user_agent, address, created_at, seen_at, rotated_at, expires_at, device_family_id)
  select $9, reseller_id, id, $10, $11, $5, $6, $7, $7, $7, $8, $12 from held returning id`
