import { limits } from '../../../../contract/limits.ts'
import type { Provider } from '../../../../contract/providers.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** The one that runs ends: each ending has its own time and bytes. The same ending begins once. */
export async function insertLifeline(
  db: Tx,
  { resellerId, accountId }: Owner,
  { endedAt, untilAt, now }: { endedAt: Date; untilAt: Date; now: Date },
): Promise<void> {
  await db.query({
    name: 'lifelines.end_others',
    text: `update lifelines set until_at = $4
      where reseller_id = $1 and account_id = $2 and ended_at <> $3 and until_at > $4`,
    values: [resellerId, accountId, endedAt, now],
  })
  await db.query({
    name: 'lifelines.begin',
    text: `insert into lifelines (reseller_id, account_id, ended_at, until_at) values ($1, $2, $3, $4)
      on conflict do nothing`,
    values: [resellerId, accountId, endedAt, untilAt],
  })
}

/** Owners of this reseller whose lifeline runs, by account, beginning after the last one. */
export function findLifelineOwners(db: Queryable, resellerId: number, after: number, now: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'lifelines.owners',
    text: `select reseller_id, account_id from lifelines where reseller_id = $1 and account_id > $2 and until_at > $3
      order by account_id limit 500`,
    values: [resellerId, after, now],
  })
}

export type LifelineBytes = { number: number; bytes: number }
/** More than any lifeline can carry: what a liar sends must fit the column. */
const BYTES_MAX = 1_000_000_000_000

export async function countOwnLines(db: Queryable, nodeId: number, numbers: readonly number[]): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'lifelines.own_lines',
    text: 'select count(*)::integer as count from lines where node_id = $1 and number = any ($2::bigint[])',
    values: [nodeId, numbers],
  })
  return rows[0]!.count
}

/** Counts for the newest ending of each line's owner. A number that is no line of the node counts nothing. */
export async function addLifelineBytes(db: Tx, nodeId: number, items: readonly LifelineBytes[]): Promise<void> {
  await db.query({
    name: 'lifelines.count',
    text: `with given as (
        select l.reseller_id, l.account_id, least(sum(i.bytes), ${BYTES_MAX})::bigint as bytes
        from unnest($2::bigint[], $3::bigint[]) i (number, bytes) join lines l on l.number = i.number and l.node_id = $1
        group by l.reseller_id, l.account_id
      ), newest as (
        select x.reseller_id, x.account_id, x.ended_at, g.bytes from given g
        join lifelines x on x.reseller_id = g.reseller_id and x.account_id = g.account_id
        where x.ended_at = (select max(y.ended_at) from lifelines y
          where y.reseller_id = x.reseller_id and y.account_id = x.account_id)
        order by x.reseller_id, x.account_id for no key update of x
      )
      update lifelines x set used_bytes = x.used_bytes + n.bytes from newest n
      where x.reseller_id = n.reseller_id and x.account_id = n.account_id and x.ended_at = n.ended_at`,
    values: [nodeId, items.map(({ number }) => number), items.map(({ bytes }) => bytes)],
  })
}

/** What is left for those of these lines that are the node's; one without a lifeline has nothing left. */
export function findLifelineLeft(
  db: Queryable,
  nodeId: number,
  numbers: readonly number[],
  now: Date,
): Promise<{ number: number; bytesLeft: number }[]> {
  return db.query({
    name: 'lifelines.left',
    text: `select i.number, greatest(0, ${limits.lifelineBytes} - coalesce(x.used_bytes, ${limits.lifelineBytes}))
        as bytes_left
      from unnest($2::bigint[]) i (number) join lines l on l.number = i.number and l.node_id = $1
      left join lifelines x on x.reseller_id = l.reseller_id and x.account_id = l.account_id and x.until_at > $3
      order by i.number`,
    values: [nodeId, numbers, now],
  })
}

/** Hosts of resellers whose users have lifelines: their verified domains, and the pages of ways to pay in use. */
export function findLifelineHosts(
  db: Queryable,
): Promise<{ domains: string[]; payUrls: string[]; payBy: Provider[] }[]> {
  return db.query({
    name: 'lifelines.hosts',
    text: `select
        array(select d.host from reseller_domains d join resellers r on r.id = d.reseller_id
          where d.verified_at is not null and r.has_lifelines and r.suspended_at is null order by d.host) as domains,
        array(select distinct unnest(array[m.gateway_url, m.page_url]) from merchants m
          where m.disabled_at is null and (m.reseller_id is null or m.reseller_id in (
            select id from resellers r where r.has_lifelines and r.suspended_at is null))) as pay_urls,
        array(select distinct m.provider from merchants m where m.disabled_at is null and not m.is_sandbox) as pay_by`,
  })
}

export type LifelineSum = { endings: number; bytes: number }

/** What lifelines of a reseller carried that ended or run since then. */
export async function sumLifelines(db: Queryable, resellerId: number, since: Date): Promise<LifelineSum> {
  const rows = await db.query<LifelineSum>({
    name: 'lifelines.sum',
    text: `select count(*)::integer as endings, coalesce(sum(used_bytes), 0)::bigint as bytes
      from lifelines where reseller_id = $1 and until_at > $2`,
    values: [resellerId, since],
  })
  return rows[0]!
}
