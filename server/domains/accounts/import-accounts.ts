import type { Queryable, Tx } from '../../platform/db/db.ts'

/** An account of another panel, with the hash of its old digest. */
export type ImportedAccount = {
  id: number
  userName: string
  /** What signs in at the other panel and does not here. */
  formerName: string | null
  email: string | null
  /** The e-mail was the way to a new password there, so it is here, unless another account has it. */
  isEmailVerified: boolean
  passwordHash: string
  passwordKind: string | null
  passwordSalt: string | null
  inviteCode: string
  inviterId: number | null
  createdAt: Date
}

/** Numbers for new accounts, ascending: an inviter's number must be smaller than the numbers of the people it invited. */
export async function reserveAccountIds(db: Tx, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'accounts.reserve_ids',
    text: `select nextval(pg_get_serial_sequence('accounts', 'id'))::bigint as id from generate_series(1, $1)`,
    values: [count],
  })
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** Which of these names, codes and confirmed e-mails somebody of the reseller has, in small letters but for codes. */
export async function findTakenNames(
  db: Queryable,
  resellerId: number,
  wanted: { names: readonly string[]; emails: readonly string[]; inviteCodes: readonly string[] },
): Promise<{ names: Set<string>; emails: Set<string>; inviteCodes: Set<string> }> {
  const rows = await db.query<{ kind: 'name' | 'email' | 'code'; text: string }>({
    name: 'accounts.taken_names',
    text: `select 'name' as kind, lower(user_name) as text from accounts
        where reseller_id = $1 and lower(user_name) = any($2::text[])
      union all select 'email', lower(email) from accounts
        where reseller_id = $1 and email_verified_at is not null and lower(email) = any($3::text[])
      union all select 'code', invite_code from accounts where reseller_id = $1 and invite_code = any($4::text[])`,
    values: [resellerId, wanted.names, wanted.emails, wanted.inviteCodes],
  })
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ text }) => text))
  return { names: of('name'), emails: of('email'), inviteCodes: of('code') }
}

export async function insertImported(
  ctx: { db: Tx; now: Date },
  resellerId: number,
  accounts: readonly ImportedAccount[],
): Promise<void> {
  await ctx.db.query({
    name: 'accounts.insert_imported',
    text: `insert into accounts (id, reseller_id, user_name, former_name, email, email_verified_at, password_hash, password_kind,
        password_salt, invite_code, inviter_id, created_at)
      overriding system value
      select i.id, $1, i.user_name, i.former_name, i.email, case when i.is_verified then $2::timestamptz end, i.password_hash, i.password_kind,
        i.password_salt, i.invite_code, i.inviter_id, i.created_at
      from jsonb_to_recordset($3) as i (id bigint, user_name text, former_name text, email text, is_verified boolean, password_hash text,
        password_kind text, password_salt text, invite_code text, inviter_id bigint, created_at timestamptz)
      order by i.id`,
    values: [resellerId, ctx.now, JSON.stringify(accounts.map(toRow))],
  })
}

function toRow(account: ImportedAccount) {
  return {
    id: account.id,
    user_name: account.userName,
    former_name: account.formerName,
    email: account.email,
    is_verified: account.isEmailVerified,
    password_hash: account.passwordHash,
    password_kind: account.passwordKind,
    password_salt: account.passwordSalt,
    invite_code: account.inviteCode,
    inviter_id: account.inviterId,
    created_at: account.createdAt,
  }
}

export type ImportedPassword = { id: number; hash: string; kind: string; salt: string | null }

/** A password that was changed at the other panel since. Who has chosen one here keeps that. */
export async function replaceImportedPasswords(
  db: Tx,
  resellerId: number,
  passwords: readonly ImportedPassword[],
): Promise<void> {
  await db.query({
    name: 'accounts.replace_imported',
    text: `update accounts a set password_hash = i.hash, password_kind = i.kind, password_salt = i.salt
      from jsonb_to_recordset($2) as i (id bigint, hash text, kind text, salt text)
      where a.reseller_id = $1 and a.id = i.id and a.password_kind is not null and a.deleted_at is null`,
    values: [resellerId, JSON.stringify(passwords)],
  })
}

/** Those of these accounts that are still there. */
export async function findKept(db: Queryable, resellerId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>({
    name: 'accounts.kept',
    text: `select id from accounts where reseller_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
    values: [resellerId, ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** The e-mails of these accounts, in small letters; who has none is not among them. */
export async function findEmails(
  db: Queryable,
  resellerId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; email: string }>({
    name: 'accounts.emails_of',
    text: `select id, lower(email) as email from accounts
      where reseller_id = $1 and id = any($2::bigint[]) and email is not null`,
    values: [resellerId, ids],
  })
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Those of these accounts that are blocked here and not paused. */
export async function findBlockedOf(db: Queryable, resellerId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'accounts.blocked_of',
    text: `select id from accounts where reseller_id = $1 and id = any($2::bigint[])
      and blocked_at is not null and paused_at is null and deleted_at is null`,
    values: [resellerId, ids],
  })
  return rows.map(({ id }) => id)
}

/**
 * For an import that is being undone: nobody of them buys or spends any more. They are deleted as soon as their money is
 * taken back, by the daily job where that does not get to its end.
 */
export async function markForDeletion(
  ctx: { db: Tx; now: Date },
  resellerId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await ctx.db.query({
    name: 'accounts.mark_imported',
    text: `update accounts set delete_after = $3, keeps_place = false, is_deletion_by_staff = false,
        blocked_at = coalesce(blocked_at, $3), blocked_reason = coalesce(blocked_reason, $4)
      where reseller_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
    values: [resellerId, ids, ctx.now, reason],
  })
}
