import type { Queryable } from '../../../platform/db/db.ts'

export type Across<Id> = {
  id: Id
  resellerId: number
  title: string | null
  agencyName: string | null
  userName: string
  packageName: string | null
  packageNames: unknown
}
type Few = { onlyKey: number | null; limit: number }
/** Patterns for `like`; null: not asked for. */
type Sought = Few & { name: string | null; mail: string | null; id: number | null }

const SHOWN = `r.title, r.agency_name, a.user_name, p.name as package_name, p.names as package_names`

/** Each way has its own index; names and addresses those of migration 0064. */
export function findUsersAcross(db: Queryable, { name, mail, id, onlyKey, limit }: Sought): Promise<Across<number>[]> {
  return db.query<Across<number>>({
    name: 'office.find_users',
    text: `select a.id, a.reseller_id, ${SHOWN}
      from (
        (select f.id from accounts f where f.id = $3 and f.deleted_at is null)
        union (select f.id from accounts f where f.deleted_at is null and ($4::integer is null or f.reseller_id = $4)
          and ('r' || f.reseller_id::text || ' ' || lower(f.user_name)) like $1 limit $5)
        union (select f.id from accounts f where f.deleted_at is null and f.email is not null
          and ($4::integer is null or f.reseller_id = $4)
          and ('r' || f.reseller_id::text || ' ' || lower(f.email)) like $2 limit $5)
      ) found
        join accounts a on a.id = found.id and ($4::integer is null or a.reseller_id = $4)
        join resellers r on r.id = a.reseller_id
        left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
        left join packages p on p.id = s.package_id
      order by a.id limit $5`,
    values: [name, mail, id, onlyKey, limit],
  })
}

type SoughtOrder = Few & { range: { from: string; to: string } | null; number: string }

export function findOrdersAcross(
  db: Queryable,
  { range, number, onlyKey, limit }: SoughtOrder,
): Promise<Across<string>[]> {
  return db.query<Across<string>>({
    name: 'office.find_orders',
    text: `select o.id, o.reseller_id, ${SHOWN}
      from (
        (select f.id from orders f where f.id between $1::uuid and $2::uuid order by f.id limit $5)
        union (select f.order_id from payments f where f.out_trade_no = $3 and f.order_id is not null)
      ) found
        join orders o on o.id = found.id and ($4::integer is null or o.reseller_id = $4)
        join accounts a on a.reseller_id = o.reseller_id and a.id = o.account_id
        join resellers r on r.id = o.reseller_id
        left join packages p on p.id = o.package_id
      order by o.created_at desc limit $5`,
    values: [range?.from ?? null, range?.to ?? null, number, onlyKey, limit],
  })
}
