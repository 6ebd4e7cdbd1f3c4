import type { Db } from '../../platform/db/db.ts'
import { buildPackage } from './money-factories.ts'

/**
 * Makes many users of one reseller in the database itself, with everything a list shows, and then analyses the tables.
 */
export async function buildCrowd(
  db: Db,
  resellerId: number,
  count: number,
): Promise<{ packageId: number; firstId: number }> {
  const { id: packageId } = await buildPackage(db, { resellerId })
  const { rows } = await db.pool.query<{ first: number }>(
    `with made as (
       insert into accounts (reseller_id, user_name, password_hash, invite_code, email, email_verified_at, created_at)
       select $1, 'crowd.' || $1::integer || '.' || i, 'x', 'CR' || $1::integer || 'X' || i,
              'crowd' || i || '@r' || $1::integer || '.example', now(), now() - i * interval '1 minute'
         from generate_series(1, $2::integer) i returning id)
     select min(id) as first from made`,
    [resellerId, count],
  )
  const firstId = rows[0]!.first
  const range = 'reseller_id = $1 and id >= $2 and id < $2 + $3::integer'
  const values = [resellerId, firstId, count]
  await db.pool.query(
    `insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, used_bytes, total_bytes)
     select reseller_id, id, $4, 'month', now() + (id % 60 - 10) * interval '1 day', (id % 110) * 1000, 100000
       from accounts where ${range} and id % 10 <> 0`,
    [...values, packageId],
  )
  await db.pool.query(
    `insert into ledger_accounts (kind, reseller_id, account_id) select 'user', reseller_id, id from accounts where ${range}`,
    values,
  )
  await db.pool.query(
    `insert into traffic_firsts select reseller_id, id, now() from accounts where ${range} and id % 20 <> 1`,
    values,
  )
  await db.pool.query('analyze')
  return { packageId, firstId }
}
