import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type PasskeyRow = { id: string; name: string; transports: string[]; createdAt: Date; usedAt: Date | null }

export async function findPasskeys(db: Db | Tx, owner: Owner): Promise<PasskeyRow[]> {
  return db.kysely
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'createdAt', 'usedAt'])
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type NewPasskey = Owner & {
  id: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
}

/** False when anybody already has this credential. */
export async function insertPasskey(db: Db | Tx, passkey: NewPasskey): Promise<boolean> {
  const result = await db.kysely
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Returns the key's name; null when there is no such key. */
export async function deletePasskey(db: Db | Tx, owner: Owner, id: string): Promise<string | null> {
  const row = await db.kysely
    .deleteFrom('passkeys')
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export type LoginPasskey = {
  id: string
  accountId: number
  publicKey: Buffer
  counter: number
  transports: string[]
  lockedAt: Date | null
}

export async function loadPasskeyLogin(db: Db | Tx, resellerId: number, id: string): Promise<LoginPasskey | null> {
  const rows = await db.query<LoginPasskey>({
    name: 'passkeys.login',
    text: `select p.id, p.account_id, p.public_key, p.counter, p.transports, a.locked_at
             from passkeys p join accounts a on a.reseller_id = p.reseller_id and a.id = p.account_id
            where p.reseller_id = $1 and p.id = $2 and a.deleted_at is null`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

/** Compares the counter that was checked: of two assertions with the same counter value only one passes. */
export async function usePasskey(
  db: Db | Tx,
  passkey: { resellerId: number; id: string; oldCounter: number; newCounter: number },
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'passkeys.use',
    text: `update passkeys set counter = $4, used_at = $5
            where reseller_id = $1 and id = $2 and counter = $3 returning id`,
    values: [passkey.resellerId, passkey.id, passkey.oldCounter, passkey.newCounter, now],
  })
  return rows.length === 1
}

type Challenge = { challenge: string; resellerId: number; accountId: number | null; purpose: 'register' | 'login' }

/** Also deletes expired challenges: anybody may ask for one, so the table must not grow without end. */
export async function insertChallenge(db: Db | Tx, challenge: Challenge, now: Date, expiresAt: Date): Promise<void> {
  await db.query({
    name: 'passkeys.sweep',
    text: 'delete from passkey_challenges where expires_at <= $1',
    values: [now],
  })
  await db.query({
    name: 'passkeys.challenge',
    text: `insert into passkey_challenges (challenge, reseller_id, account_id, purpose, expires_at)
           values ($1, $2, $3, $4, $5)`,
    values: [challenge.challenge, challenge.resellerId, challenge.accountId, challenge.purpose, expiresAt],
  })
}

/** True only once: the row is deleted whether the rest of the answer is right or wrong. */
export async function spendChallenge(db: Db | Tx, challenge: Challenge, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'passkeys.spend',
    text: `delete from passkey_challenges
            where challenge = $1 and reseller_id = $2 and account_id is not distinct from $3 and purpose = $4
              and expires_at > $5 returning challenge`,
    values: [challenge.challenge, challenge.resellerId, challenge.accountId, challenge.purpose, now],
  })
  return rows.length === 1
}
