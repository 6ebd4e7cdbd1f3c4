import type { Queryable } from '../../platform/db/db.ts'
import type { OldKind } from '../sign-in/old-digests.ts'

export type Renamed = {
  userName: string
  passwordHash: string
  passwordKind: OldKind | null
  passwordSalt: string | null
}
type Row = { [Name in keyof Renamed]: Renamed[Name] | null } & { most: number }

/** Businesses that were moved into one reseller. */
const MOST = 3

/**
 * Accounts that had this name at another panel and got another one here. `most`: how many of them any name of the
 * reseller has, so that trying one takes no longer than trying another.
 */
export async function findRenamed(
  db: Queryable,
  resellerId: number,
  typed: string,
): Promise<{ renamed: Renamed[]; most: number }> {
  const rows = await db.query<Row>({
    name: 'accounts.renamed',
    text: `select m.most, a.* from (select coalesce(max(n), 0)::integer as most from (
                 select least(count(*), $3) as n from accounts
                  where reseller_id = $1 and former_name is not null and deleted_at is null
                  group by lower(former_name)) c) m
             left join (select user_name, password_hash, password_kind, password_salt from accounts
                         where reseller_id = $1 and lower(former_name) = lower($2) and former_name is not null
                           and (former_name = $2 or $2 !~ '[^ -~]') and deleted_at is null
                         order by id limit $3) a on true`,
    values: [resellerId, typed, MOST],
  })
  return { renamed: rows.filter((row): row is Row & Renamed => row.userName !== null), most: rows[0]!.most }
}
