import type { Queryable } from '../../../platform/db/db.ts'

/** `shown`: the node's own spelling, which the answer must repeat. */
export type SeenAddress = { number: number; address: string; shown: string }

const columnsOf = (given: readonly SeenAddress[]): unknown[] => [
  given.map(({ number }) => number),
  given.map(({ address }) => address),
  given.map(({ shown }) => shown),
]

/** An address unseen for too long to count as a device starts again as the newest. */
export async function saveAddresses(
  db: Queryable,
  nodeId: number,
  given: readonly SeenAddress[],
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<void> {
  await db.query({
    name: 'node_calls.save_addresses',
    text: `insert into line_addresses as a (reseller_id, account_id, node_id, address, first_seen_at, seen_at)
      select distinct l.reseller_id, l.account_id, l.node_id, g.address, $4::timestamptz, $4::timestamptz
        from unnest($2::bigint[], $3::inet[]) as g (number, address)
        join lines l on l.number = g.number and l.node_id = $1 and l.state <> 'removed'
        order by 1, 2, 4
      on conflict (reseller_id, account_id, address, node_id) do update set seen_at = $4,
        first_seen_at = case when a.seen_at > $5 then a.first_seen_at else $4 end`,
    values: [nodeId, ...columnsOf(given).slice(0, 2), now, seenAfter],
  })
}

/** A device limit of 0 means no limit. */
export function findAddressesOver(
  db: Queryable,
  nodeId: number,
  given: readonly SeenAddress[],
  seenAfter: Date,
): Promise<Omit<SeenAddress, 'address'>[]> {
  return db.query({
    name: 'node_calls.addresses_over',
    text: `with given as (
        select distinct l.reseller_id, l.account_id, l.number, g.address, g.shown, s.device_limit
        from unnest($2::bigint[], $3::inet[], $4::text[]) as g (number, address, shown)
        join lines l on l.number = g.number and l.node_id = $1 and l.state <> 'removed'
        join subscriptions s on s.reseller_id = l.reseller_id and s.account_id = l.account_id and s.device_limit > 0
      ), placed as (
        select a.reseller_id, a.account_id, a.address,
          row_number() over (partition by a.reseller_id, a.account_id order by min(a.first_seen_at), a.address) as place
        from line_addresses a
        where a.seen_at > $5 and (a.reseller_id, a.account_id) in (select reseller_id, account_id from given)
        group by a.reseller_id, a.account_id, a.address
      )
      select g.number, g.shown from given g join placed p using (reseller_id, account_id, address)
      where p.place > g.device_limit order by g.number, p.place`,
    values: [nodeId, ...columnsOf(given), seenAfter],
  })
}
