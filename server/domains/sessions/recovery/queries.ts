import type { Language } from '../../../../contract/languages.ts'
import type { Db, Tx } from '../../../platform/db.ts'

export type Owner = { resellerId: number; accountId: number }

export type RecoveryAccount = {
  id: number
  resellerId: number
  userName: string
  /** The verified address, the only one that counts. */
  email: string | null
  language: Language
  lockedAt: Date | null
}

export async function loadRecoveryAccount(
  db: Db | Tx,
  resellerId: number,
  userName: string,
): Promise<RecoveryAccount | null> {
  const rows = await db.query<RecoveryAccount>({
    name: 'recovery.load',
    text: `select id, reseller_id, user_name, case when email_verified_at is not null then email end as email, language, locked_at
             from accounts where reseller_id = $1 and lower(user_name) = lower($2) and deleted_at is null
              -- lower() folds İ to i, our counters do not: another spelling would have counters of its own.
              and $2 !~ '[^A-Za-z0-9_.@-]'`,
    values: [resellerId, userName],
  })
  return rows[0] ?? null
}

/** False when the account was locked or unlocked meanwhile: then the new password is not for the state one saw. */
export async function setPassword(
  db: Db | Tx,
  { resellerId, accountId }: Owner,
  passwordHash: string,
  { unlock }: { unlock: boolean },
): Promise<boolean> {
  const rows = await db.query({
    name: 'recovery.set_password',
    text: `update accounts set password_hash = $3, locked_at = null
            where reseller_id = $1 and id = $2 and (locked_at is not null) = $4 and deleted_at is null returning id`,
    values: [resellerId, accountId, passwordHash, unlock],
  })
  return rows.length === 1
}

/**
 * Address and proof in one statement: there is no moment in which an address is verified that nobody proved. False when
 * another account of the reseller has it.
 */
export async function setEmail(db: Tx, { resellerId, accountId }: Owner, email: string, now: Date): Promise<boolean> {
  try {
    await db.query({
      name: 'recovery.set_email',
      text: `update accounts set email = $3, email_verified_at = $4 where reseller_id = $1 and id = $2`,
      values: [resellerId, accountId, email, now],
    })
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'accounts_email') return false
    throw error
  }
}
