import type { Language } from '../../../../contract/languages.ts'
import type { Queryable } from '../../../platform/db/db.ts'

export type NamedUser = {
  id: number
  resellerId: number
  userName: string
  verifiedEmail: string | null
  language: Language
  hasTotp: boolean
}

const COLUMNS = `id, reseller_id, user_name, language, totp_confirmed_at is not null as has_totp,
  case when email_verified_at is not null then email end as verified_email`

export async function loadUserByName(db: Queryable, resellerId: number, userName: string): Promise<NamedUser | null> {
  const rows = await db.query<NamedUser>({
    name: 'operator.user',
    text: `select ${COLUMNS} from accounts
            where reseller_id = $1 and lower(user_name) = lower($2) and deleted_at is null`,
    values: [resellerId, userName],
  })
  return rows[0] ?? null
}

export async function loadUserById(db: Queryable, resellerId: number, id: number): Promise<NamedUser | null> {
  const rows = await db.query<NamedUser>({
    name: 'operator.user_by_id',
    text: `select ${COLUMNS} from accounts where reseller_id = $1 and id = $2 and deleted_at is null`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}
