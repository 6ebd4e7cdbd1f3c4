import type { Db, Tx } from '../../../platform/db/db.ts'

/** False when TOTP is already on: an active factor is never overwritten. */
export async function storeStaffSecret(db: Db | Tx, id: number, sealed: Buffer): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.totp_store',
    text: 'update staff set totp_secret = $2 where id = $1 and totp_confirmed_at is null returning id',
    values: [id, sealed],
  })
  return rows.length === 1
}

/**
 * Compares the secret too: otherwise a second "begin" between read and write would turn on a secret nobody has seen.
 */
export async function confirmStaffSecret(
  db: Tx,
  id: number,
  factor: { secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.totp_confirm',
    text: `update staff set totp_confirmed_at = $4, totp_step = $3
            where id = $1 and totp_secret = $2 and totp_confirmed_at is null and totp_step < $3 returning id`,
    values: [id, factor.secret, factor.step, factor.now],
  })
  return rows.length === 1
}

export async function clearStaffSecret(db: Tx, id: number): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.totp_clear',
    text: `update staff set totp_secret = null, totp_confirmed_at = null
            where id = $1 and totp_confirmed_at is not null returning id`,
    values: [id],
  })
  return rows.length === 1
}

export async function updateStaffPassword(db: Tx, id: number, hashes: { old: string; new: string }): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.password',
    text: 'update staff set password_hash = $3 where id = $1 and password_hash = $2 and removed_at is null returning id',
    values: [id, hashes.old, hashes.new],
  })
  return rows.length === 1
}

/** Deletes the earlier codes. */
export async function replaceRecoveryCodes(db: Tx, staffId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.query({
    name: 'staff.clear_recovery',
    text: 'delete from staff_recovery_codes where staff_id = $1',
    values: [staffId],
  })
  if (hashes.length === 0) return
  await db.kysely
    .insertInto('staffRecoveryCodes')
    .values(hashes.map((codeHash) => ({ staffId, codeHash })))
    .execute()
}

/** Notes when, for the 72 hours after it. False when the member was removed or the password changed meanwhile. */
export async function recoverStaffPassword(
  db: Tx,
  id: number,
  hashes: { old: string; new: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.recover_password',
    text: `update staff set password_hash = $3, recovered_at = $4
            where id = $1 and password_hash = $2 and removed_at is null returning id`,
    values: [id, hashes.old, hashes.new, now],
  })
  return rows.length === 1
}

/** Ends all sessions except `keptId`; all when it is null. */
export async function revokeStaffSessions(db: Tx, staffId: number, keptId: string | null, now: Date): Promise<void> {
  await db.query({
    name: 'staff.revoke_others',
    text: `update staff_sessions set revoked_at = $3
            where staff_id = $1 and revoked_at is null and id is distinct from $2::uuid`,
    values: [staffId, keptId, now],
  })
}

export async function proveStaffSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'staff.prove',
    text: 'update staff_sessions set proved_at = $2 where id = $1 and revoked_at is null',
    values: [id, now],
  })
}

/** Takes back what `proveStaffSession` gave. Null: it was given before `shownAfter`, or taken already. */
export async function takeStaffProof(
  db: Tx,
  id: string,
  shownAfter: Date,
): Promise<{ recoveredAt: Date | null } | null> {
  const rows = await db.query<{ recoveredAt: Date | null }>({
    name: 'staff.take_proof',
    text: `update staff_sessions s set proved_at = s.created_at from staff m
            where s.id = $1 and s.proved_at > greatest(s.created_at, $2) and m.id = s.staff_id
        returning m.recovered_at`,
    values: [id, shownAfter],
  })
  return rows[0] ?? null
}
