import type { Language } from '../../../contract/languages.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import type { Owner } from '../../platform/context.ts'
import { readQuickly, type Asker, type Db, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { OldKind } from '../sign-in/old-digests.ts'

export type Credentials = {
  id: number
  resellerId: number
  userName: string
  passwordHash: string
  /** Null: the hash is one of the password itself. Else it came from another panel, and its digest was hashed. */
  passwordKind: OldKind | null
  passwordSalt: string | null
  lockedAt: Date | null
  /** True with a confirmed second factor. */
  hasFactor: boolean
  isDemo: boolean
}

export type ToSignIn = { login: Credentials | null; slowestCost: number | null }

const CREDENTIALS = `id, reseller_id, user_name, password_hash, password_kind, password_salt, locked_at,
                     totp_confirmed_at is not null as has_factor, is_demo`

export async function loadCredentials(db: Asker, resellerId: number, userName: string): Promise<Credentials | null> {
  const rows = await readQuickly<Credentials>(db, {
    name: 'accounts.credentials',
    text: `select ${CREDENTIALS} from accounts
            where reseller_id = $1 and lower(user_name) = lower($2) and deleted_at is null`,
    values: [resellerId, userName],
  })
  return rows[0] ?? null
}

/**
 * For signing in: also the cost of the slowest digest among the reseller's users, null without any. One statement,
 * whether or not there is such a user.
 */
export async function loadToSignIn(db: Asker, resellerId: number, userName: string | null): Promise<ToSignIn> {
  const rows = await readQuickly<SignInRow>(db, {
    name: 'accounts.to_sign_in',
    text: `select a.*, o.slowest_cost ${SLOWEST}
             left join (select ${CREDENTIALS} from accounts
                         where reseller_id = $1 and lower(user_name) = lower($2) and deleted_at is null) a on true`,
    values: [resellerId, userName],
  })
  return toSignIn(rows[0]!)
}

/** The same by e-mail. Who proved the address comes first, then the oldest account: nobody can step before either. */
export async function loadToSignInByEmail(db: Asker, resellerId: number, email: string): Promise<ToSignIn> {
  const rows = await readQuickly<SignInRow>(db, {
    name: 'accounts.to_sign_in_by_email',
    text: `select a.*, o.slowest_cost ${SLOWEST}
             left join (select ${CREDENTIALS} from accounts
                         where reseller_id = $1 and lower(email) = lower($2) and (email = $2 or $2 !~ '[^ -~]')
                           and deleted_at is null
                         order by email_verified_at is null, id limit 1) a on true`,
    values: [resellerId, email],
  })
  return toSignIn(rows[0]!)
}

const SLOWEST = `from (select max(substr(password_salt, 5, 2))::integer as slowest_cost from accounts
                        where reseller_id = $1 and password_kind = 'bcrypt') o`
type SignInRow = { [Name in keyof Credentials]: Credentials[Name] | null } & { slowestCost: number | null }

function toSignIn({ slowestCost, ...found }: SignInRow): ToSignIn {
  return { login: found.id === null ? null : (found as Credentials), slowestCost }
}

/** Returns false when the hash is another one by now, and leaves it. */
export async function replaceOldHash(db: Queryable, login: Credentials, passwordHash: string): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.replace_old_hash',
    text: `update accounts set password_hash = $4, password_kind = null, password_salt = null
            where reseller_id = $1 and id = $2 and password_hash = $3 and deleted_at is null returning id`,
    values: [login.resellerId, login.id, login.passwordHash, passwordHash],
  })
  return rows.length === 1
}

/** Names of deleted accounts stay taken, so that nobody is mistaken for a former user. */
export async function isNameTaken(db: Db | Tx, resellerId: number, userName: string): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.name_taken',
    text: 'select id from accounts where reseller_id = $1 and lower(user_name) = lower($2)',
    values: [resellerId, userName],
  })
  return rows.length > 0
}

export async function countOfReseller(db: Db | Tx, resellerId: number): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'accounts.count',
    text: 'select count(*)::integer as count from accounts where reseller_id = $1 and deleted_at is null',
    values: [resellerId],
  })
  return rows[0]?.count ?? 0
}

/** Counts the users that fill the reseller's limit: deleted and leaving ones do not. */
export async function countPlaces(db: Queryable, resellerId: number): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'accounts.places',
    text: `select count(*)::integer as count from accounts
      where reseller_id = $1 and deleted_at is null and (delete_after is null or keeps_place)`,
    values: [resellerId],
  })
  return rows[0]!.count
}

export async function updatePasswordHash(db: Db | Tx, account: Owner, passwordHash: string): Promise<void> {
  await db.query({
    name: 'accounts.set_password',
    text: `update accounts set password_hash = $3, password_kind = null, password_salt = null
            where reseller_id = $1 and id = $2`,
    values: [account.resellerId, account.accountId, passwordHash],
  })
}

/** Returns false while the account is paused and leaves the row unchanged. */
export async function updateSpeedMode(db: Tx, account: Owner, mode: SpeedMode): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.set_speed_mode',
    text: `update accounts set speed_mode = $3 where reseller_id = $1 and id = $2 and paused_at is null returning id`,
    values: [account.resellerId, account.accountId, mode],
  })
  return rows.length === 1
}

/** Codes are made in capitals; a code typed in small letters works too. */
export async function loadInviterId(db: Db | Tx, resellerId: number, inviteCode: string): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'accounts.by_invite_code',
    text: `select id from accounts where reseller_id = $1 and invite_code in ($2, upper($2)) and deleted_at is null
            order by invite_code = $2 desc limit 1`,
    values: [resellerId, inviteCode],
  })
  return rows[0]?.id ?? null
}

export type NewAccount = {
  resellerId: number
  userName: string
  email: string | null
  passwordHash: string
  inviteCode: string
  inviterId: number | null
  language: Language
  agreementVersion: string | null
  agreedAt: Date | null
  createdAt: Date
}

/** Returns null when the name or invite code is taken: the unique indexes decide, not an earlier read. */
export async function insertAccount(db: Db | Tx, account: NewAccount): Promise<number | null> {
  const row = await db.kysely
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
