import type { Language } from '../../../../contract/languages.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type UserRow = {
  id: number
  resellerId: number
  userName: string
  email: string | null
  isEmailVerified: boolean
  hasTotp: boolean
  lockedAt: Date | null
  deleteAfter: Date | null
  deletedAt: Date | null
  createdAt: Date
}
export type UserFilter = { resellerId: number | null; name: string | null; email: string | null; limit: number }

export async function findUserRows(db: Db | Tx, filter: UserFilter): Promise<UserRow[]> {
  return db.query<UserRow>({
    name: 'operator.users',
    text: `select id, reseller_id, user_name, email, email_verified_at is not null as is_email_verified,
                  totp_confirmed_at is not null as has_totp, locked_at, delete_after, deleted_at, created_at
             from accounts
            where ($1::integer is null or reseller_id = $1)
              and ($2::text is null or position(lower($2) in lower(user_name)) > 0)
              and ($3::text is null or lower(email) = lower($3))
            order by reseller_id, lower(user_name) limit $4`,
    values: [filter.resellerId, filter.name, filter.email, filter.limit],
  })
}

export type UserCard = UserRow & {
  language: Language
  pausedAt: Date | null
  blockedAt: Date | null
  blockedReason: string | null
  packageName: string | null
  lines: number
  sessions: number
}

export async function loadUserCard(db: Db | Tx, owner: Owner): Promise<UserCard> {
  const rows = await db.query<UserCard>({
    name: 'operator.user_card',
    text: `select a.id, a.reseller_id, a.user_name, a.email, a.email_verified_at is not null as is_email_verified,
                  a.totp_confirmed_at is not null as has_totp, a.language, a.created_at, a.locked_at, a.paused_at,
                  a.blocked_at, a.blocked_reason, a.delete_after, a.deleted_at, p.name as package_name,
                  (select count(*) from lines l where l.reseller_id = a.reseller_id and l.account_id = a.id
                    and l.state in ('installing', 'active', 'moving')) as lines,
                  (select count(*) from sessions e where e.reseller_id = a.reseller_id and e.account_id = a.id
                    and e.revoked_at is null and e.expires_at > now()) as sessions
             from accounts a
             left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
             left join packages p on p.id = s.package_id
            where a.reseller_id = $1 and a.id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0]!
}
