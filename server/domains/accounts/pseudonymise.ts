import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

/**
 * Removes personal data from the row; references to it (the ledger) stay valid. Returns false when the owner took the
 * deletion back meanwhile. Adds a tail when somebody has registered under the name we would give.
 */
export async function pseudonymise(
  db: Tx,
  { resellerId, accountId }: Owner,
  given: { passwordHash: string; tail: string; now: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.pseudonymise',
    text: `update accounts a
              set user_name = n.name, former_name = null, invite_code = n.name, password_hash = $3, password_kind = null, password_salt = null,
                  email = null, email_verified_at = null,
                  totp_secret = null, totp_confirmed_at = null, locked_at = null, paused_at = null,
                  blocked_at = null, blocked_reason = null,
                  language = default, speed_mode = default, deleted_at = $5
             from (select 'deleted-' || $2::bigint || case when exists (
                            select from accounts o
                             where o.reseller_id = $1 and o.id <> $2
                               and (lower(o.user_name) = 'deleted-' || $2::bigint or o.invite_code = 'deleted-' || $2::bigint)
                          ) then '-' || $4::text else '' end as name) n
            where a.reseller_id = $1 and a.id = $2 and a.delete_after <= $5 and a.deleted_at is null returning a.id`,
    values: [resellerId, accountId, given.passwordHash, given.tail, given.now],
  })
  return rows.length === 1
}

/** Deletes staff notes, tags and records of help for a deleted account. */
export async function forgetSupport(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('accountNotes')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('accountTags')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('accountHelps')
    .where((row) => row.and(own))
    .execute()
}
