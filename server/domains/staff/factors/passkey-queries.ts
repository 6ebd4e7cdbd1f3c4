import type { Db, Tx } from '../../../platform/db/db.ts'
import type { NewCredential } from '../../sign-in/passkeys.ts'

export type StaffPasskey = { id: string; name: string; transports: string[]; createdAt: Date; usedAt: Date | null }

export function findStaffPasskeys(db: Db | Tx, staffId: number): Promise<StaffPasskey[]> {
  return db.kysely
    .selectFrom('staffPasskeys')
    .select(['id', 'name', 'transports', 'createdAt', 'usedAt'])
    .where('staffId', '=', staffId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** False when anybody already has this credential. */
export async function insertStaffPasskey(
  db: Tx,
  passkey: NewCredential & { staffId: number; name: string; createdAt: Date },
): Promise<boolean> {
  const result = await db.kysely
    .insertInto('staffPasskeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function deleteStaffPasskey(db: Tx, staffId: number, id: string): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.passkey_remove',
    text: 'delete from staff_passkeys where staff_id = $1 and id = $2 returning id',
    values: [staffId, id],
  })
  return rows.length === 1
}

export async function deleteStaffPasskeys(db: Tx, staffId: number): Promise<void> {
  await db.query({
    name: 'staff.passkeys_clear',
    text: 'delete from staff_passkeys where staff_id = $1',
    values: [staffId],
  })
}

export type ShownPasskey = { id: string; staffId: number; publicKey: Buffer; counter: number }

export async function loadStaffPasskey(db: Db | Tx, id: string): Promise<ShownPasskey | null> {
  const rows = await db.query<ShownPasskey>({
    name: 'staff.passkey',
    text: 'select id, staff_id, public_key, counter from staff_passkeys where id = $1',
    values: [id],
  })
  return rows[0] ?? null
}

/** Compares the counter that was checked: of two answers with the same counter value only one passes. */
export async function useStaffPasskey(
  db: Db | Tx,
  { id, counter }: ShownPasskey,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.passkey_use',
    text: 'update staff_passkeys set counter = $3, used_at = $4 where id = $1 and counter = $2 returning id',
    values: [id, counter, newCounter, now],
  })
  return rows.length === 1
}

export type ChallengePurpose = 'register' | 'sign-in' | 'step-up'
export type StaffChallenge = { staffId: number | null; purpose: ChallengePurpose }

/** Also deletes expired challenges: anybody may ask for one, so the table must not grow without end. */
export async function insertStaffChallenge(
  db: Db | Tx,
  { staffId, purpose }: StaffChallenge,
  challenge: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.query({
    name: 'staff.sweep_challenges',
    text: 'delete from staff_challenges where expires_at <= $1',
    values: [now],
  })
  await db.query({
    name: 'staff.challenge',
    text: 'insert into staff_challenges (challenge, staff_id, purpose, expires_at) values ($1, $2, $3, $4)',
    values: [challenge, staffId, purpose, expiresAt],
  })
}

/** True only once: the row is deleted whether the rest of the answer is right or wrong. */
export async function spendStaffChallenge(
  db: Db | Tx,
  { staffId, purpose }: StaffChallenge,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.spend_challenge',
    text: `delete from staff_challenges
            where challenge = $1 and staff_id is not distinct from $2 and purpose = $3 and expires_at > $4
        returning challenge`,
    values: [challenge, staffId, purpose, now],
  })
  return rows.length === 1
}
