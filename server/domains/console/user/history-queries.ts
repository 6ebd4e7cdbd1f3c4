import type { HistoryKind } from '../../../../contract/console/user-fields.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'

export type HistoryEntry = {
  id: string
  at: Date
  what: string
  state: string | null
  amountFen: number | null
  balanceFen: number | null
  who: string | null
  detail: Record<string, string | number | boolean | null>
  /** Of the plan or node that the detail names, in other languages. */
  names?: unknown
}
type Page = { before: { at: Date; id: string } | null; limit: number }

/** Each list uses its own index on the account, newest first. `$3` and `$4` are the end of the previous page. */
const LISTS: Record<HistoryKind, { text: string; id: 'uuid' | 'bigint' }> = {
  orders: {
    id: 'uuid',
    text: `select o.id::text, o.created_at as at, o.action as what, o.state,
                  case when h.order_id is null then o.total_fen else h.noted_fen end as amount_fen, null::bigint as balance_fen,
                  null::text as who, jsonb_build_object('package', p.name, 'period', o.period, 'discountFen', o.discount_fen,
                    'refundedFen', case when h.order_id is null then o.refunded_fen else 0 end, 'paidBy', o.paid_by) as detail, p.names
             from orders o left join packages p on p.id = o.package_id
             left join hand_sales h on h.order_id = o.id and h.reseller_id = o.reseller_id
            where o.reseller_id = $1 and o.account_id = $2
              and ($3::timestamptz is null or (o.created_at, o.id) < ($3, $4::uuid))
            order by o.created_at desc, o.id desc limit $5`,
  },
  payments: {
    id: 'uuid',
    text: `select y.id::text, y.created_at as at, y.purpose as what, y.state, y.amount_fen, null::bigint as balance_fen,
                  null::text as who, jsonb_build_object('channel', y.channel, 'outTradeNo', y.out_trade_no,
                    'refundedFen', y.refunded_fen) as detail
             from payments y where y.reseller_id = $1 and y.account_id = $2
              and ($3::timestamptz is null or (y.created_at, y.id) < ($3, $4::uuid))
            order by y.created_at desc, y.id desc limit $5`,
  },
  ledger: {
    id: 'bigint',
    text: `select t.id::text, t.created_at as at, t.kind as what, null::text as state, p.amount_fen,
                  p.balance_after_fen as balance_fen, null::text as who,
                  jsonb_build_object('about', t.memo ->> 'about', 'orderId', t.memo ->> 'orderId', 'bulkId', g.bulk_hold_id) as detail
             from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id
             join ledger_transactions t on t.id = p.transaction_id
             left join gifts g on t.kind = 'gift' and g.reseller_id = $1 and g.id = (t.memo ->> 'giftId')::bigint
            where a.code = 'user:' || $1::integer || ':' || $2::bigint
              and ($3::timestamptz is null or p.transaction_id < $4::bigint)
            order by p.transaction_id desc limit $5`,
  },
  gifts: {
    id: 'bigint',
    text: `select g.id::text, g.created_at as at, g.kind as what, null::text as state, g.amount_fen, null::bigint as balance_fen,
                  coalesce(m.name, g.given_by) as who, jsonb_build_object('days', g.days, 'trafficBytes', g.traffic_bytes,
                    'package', p.name, 'paidBy', g.paid_by, 'bulkId', g.bulk_hold_id) as detail, p.names
             from gifts g left join packages p on p.id = g.package_id left join staff m on g.given_by = 'staff:' || m.id
            where g.reseller_id = $1 and g.account_id = $2
              and ($3::timestamptz is null or (g.created_at, g.id) < ($3, $4::bigint))
            order by g.created_at desc, g.id desc limit $5`,
  },
  cards: {
    id: 'bigint',
    text: `select c.id::text, coalesce(c.redeemed_at, c.assigned_at) as at, b.kind as what, c.state, b.amount_fen,
                  null::bigint as balance_fen, null::text as who,
                  jsonb_build_object('lastFour', c.last_four, 'days', b.days, 'trafficBytes', b.traffic_bytes, 'package', p.name) as detail, p.names
             from (select id from cards where reseller_id = $1 and account_id = $2
                   union select id from cards where reseller_id = $1 and redeemed_by = $2) own
             join cards c on c.id = own.id join card_batches b on b.id = c.batch_id left join packages p on p.id = b.package_id
            where $3::timestamptz is null or (coalesce(c.redeemed_at, c.assigned_at), c.id) < ($3, $4::bigint)
            order by 2 desc, c.id desc limit $5`,
  },
  invited: {
    id: 'bigint',
    text: `select i.id::text, i.created_at as at, 'invited' as what, i.invite_mark as state,
                  (select sum(c.amount_fen)::bigint from commissions c
                    where c.reseller_id = i.reseller_id and c.inviter_id = $2 and c.invitee_id = i.id) as amount_fen,
                  null::bigint as balance_fen, i.user_name as who, jsonb_build_object('accountId', i.id) as detail
             from accounts i where i.reseller_id = $1 and i.inviter_id = $2 and i.deleted_at is null
              and ($3::timestamptz is null or i.id < $4::bigint)
            order by i.id desc limit $5`,
  },
  audit: {
    id: 'bigint',
    text: `select l.id::text, l.created_at as at, l.action as what, null::text as state, null::bigint as amount_fen,
                  null::bigint as balance_fen, coalesce(m.name, l.actor) as who,
                  l.detail || coalesce(l.after, '{}'::jsonb) as detail
             from audit_log l left join staff m on l.actor = 'staff:' || m.id
            where l.reseller_id = $1 and l.subject = 'account:' || $2::bigint
              and ($3::timestamptz is null or (l.created_at, l.id) < ($3, $4::bigint))
            order by l.created_at desc, l.id desc limit $5`,
  },
}

export const idKindOf = (kind: HistoryKind) => LISTS[kind].id

export function findHistory(
  db: Queryable,
  kind: HistoryKind,
  { resellerId, accountId }: Owner,
  page: Page,
): Promise<HistoryEntry[]> {
  return db.query<HistoryEntry>({
    name: `office.history_${kind}`,
    text: LISTS[kind].text,
    values: [resellerId, accountId, page.before?.at ?? null, page.before?.id ?? null, page.limit],
  })
}
