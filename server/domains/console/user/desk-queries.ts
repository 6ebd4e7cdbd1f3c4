import type { Owner } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'

export type DeskPayment = { id: string; at: Date; amountFen: number; state: 'pending' | 'paid' | 'closed' | 'refunded' }

export function findLastPayments(
  db: Queryable,
  { resellerId, accountId }: Owner,
  limit: number,
): Promise<DeskPayment[]> {
  return db.query<DeskPayment>({
    name: 'office.desk_payments',
    text: `select id, created_at as at, amount_fen, state from payments
            where reseller_id = $1 and account_id = $2 order by created_at desc, id desc limit $3`,
    values: [resellerId, accountId, limit],
  })
}

type Done = { moved: boolean; renewed: boolean; given: boolean; paid: boolean; asked: boolean }

/**
 * What was done for the user since then. The last payment of the week before is the one that is asked about.
 */
export async function loadDone(db: Queryable, { resellerId, accountId }: Owner, since: Date): Promise<Done> {
  const rows = await db.query<Done>({
    name: 'office.desk_done',
    text: `with acts as (
             select l.action from audit_log l
              where l.reseller_id = $1 and l.subject = 'account:' || $2::bigint and l.created_at >= $3
                and l.action in ('account.line_moved', 'feed.reset')),
           last as (
             select id, state from payments
              where reseller_id = $1 and account_id = $2 and created_at >= $3::timestamptz - interval '7 days'
              order by created_at desc, id desc limit 1)
           select exists (select from acts where action = 'account.line_moved') as moved,
                  exists (select from acts where action = 'feed.reset') as renewed,
                  exists (select from gifts g where g.reseller_id = $1 and g.account_id = $2 and g.kind = 'days'
                             and g.created_at >= $3) as given,
                  exists (select from last where state = 'paid') as paid,
                  exists (select from last join audit_log l on l.reseller_id = $1 and l.subject = 'payment:' || last.id
                             and l.action = 'payment.asked' and l.created_at >= $3
                           where last.state in ('pending', 'closed')) as asked`,
    values: [resellerId, accountId, since],
  })
  return rows[0]!
}
