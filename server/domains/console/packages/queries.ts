import type { Queryable } from '../../../platform/db/db.ts'
import type { Period } from '../../catalogue/period.ts'

export type PackageUse = { packageId: number; periods: Period[]; sellers: number; holders: number }

/** Use of each package: the periods with a price, how many resellers offer it, how many users have it. */
export function findPackageUse(db: Queryable, now: Date): Promise<PackageUse[]> {
  return db.query<PackageUse>({
    name: 'office.package_use',
    text: `select p.id as package_id,
        coalesce((select array_agg(distinct e.period) from price_list_entries e where e.package_id = p.id), '{}') as periods,
        case when p.trial_days is null
          then (select count(distinct o.reseller_id) from package_offers o where o.package_id = p.id and o.is_on)
          else (select count(*) from trial_offers t where t.package_id = p.id) end as sellers,
        coalesce(h.holders, 0) as holders
      from packages p left join (
        select s.package_id, count(*) as holders from subscriptions s
        where s.expires_at > $1 or s.banked_seconds > 0 or (s.expires_at is null and s.total_bytes > s.used_bytes)
        group by s.package_id
      ) h on h.package_id = p.id`,
    values: [now],
  })
}
