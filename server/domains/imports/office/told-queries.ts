import type { Queryable } from '../../../platform/db/db.ts'

export type ToldRow = {
  oldKey: string
  /** Null: the account is gone. */
  id: number | null
  userName: string
  email: string | null
  emailVerified: boolean
  isBlocked: boolean
  hasOldAddress: boolean
  noticed: string | null
}
type Page = { resellerId: number; importId: number; after: string; limit: number }

/** Users of an import by their old keys, each account looked up by its number. */
export function findToldPage(db: Queryable, { resellerId, importId, after, limit }: Page): Promise<ToldRow[]> {
  return db.query<ToldRow>({
    name: 'imports.told',
    text: `select t.old_key, t.noticed, a.id, a.user_name, a.email, a.email_verified, a.is_blocked, a.has_old_address
             from (select old_key, our_key, marks ->> 'noticed' as noticed from import_things
                    where reseller_id = $1 and import_id = $2 and kind = 'user' and old_key > $3
                    order by old_key limit $4) t
             left join lateral (select c.id, c.user_name, c.email, c.email_verified_at is not null as email_verified,
                                       c.blocked_reason is not null as is_blocked,
                                       exists (select from old_feed_tokens o
                                                where o.reseller_id = $1 and o.account_id = c.id) as has_old_address
                                  from accounts c
                                 where c.reseller_id = $1 and c.id = t.our_key::bigint and c.deleted_at is null
                                offset 0) a on true
            order by t.old_key`,
    values: [resellerId, importId, after, limit],
  })
}
