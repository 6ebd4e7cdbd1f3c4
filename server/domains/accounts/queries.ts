import type { Db, Tx } from '../../platform/db.ts'

export type Credentials = { id: number; resellerId: number; userName: string; passwordHash: string }

export async function loadCredentials(db: Db | Tx, resellerId: number, userName: string): Promise<Credentials | null> {
  const rows = await db.query<Credentials>({
    name: 'accounts.credentials',
    text: `select id, reseller_id, user_name, password_hash from accounts where reseller_id = $1 and lower(user_name) = lower($2)`,
    values: [resellerId, userName],
  })
  return rows[0] ?? null
}

export type Profile = {
  userName: string
  email: string | null
  emailVerifiedAt: Date | null
  speedMode: 'standard' | 'game' | 'video' | 'saver'
  inviteCode: string
}

export async function loadProfile(db: Db | Tx, resellerId: number, accountId: number): Promise<Profile | null> {
  const rows = await db.query<Profile>({
    name: 'accounts.profile',
    text: `select user_name, email, email_verified_at, speed_mode, invite_code from accounts where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

type NewAccount = { resellerId: number; userName: string; passwordHash: string; inviteCode: string }

/** False when the name is taken: the unique index decides, not a look beforehand. */
export async function insertAccount(db: Db | Tx, account: NewAccount): Promise<boolean> {
  const result = await db.kysely
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
