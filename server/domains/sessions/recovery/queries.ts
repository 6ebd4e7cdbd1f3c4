import type { Language } from '../../../../contract/languages.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isAddressOnly } from '../../accounts/load-login.ts'

export type RecoveryAccount = {
  id: number
  resellerId: number
  userName: string
  /** The verified address; no other counts. */
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
             from accounts where reseller_id = $1 and deleted_at is null
              -- lower() folds İ to i, our counters do not: another spelling would have counters of its own.
              and ((lower(user_name) = lower($2) and $2 !~ '[^A-Za-z0-9_.@-]')
                or ($3 and lower(email) = lower($2) and email_verified_at is not null))`,
    values: [resellerId, userName, isAddressOnly(userName)],
  })
  return rows[0] ?? null
}
