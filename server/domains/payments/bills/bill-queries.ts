import type { Selectable } from 'kysely'

import type { BillMerchant, BillRow } from '../../../../contract/console/bills.ts'
import type { Bills } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { BillLine } from './bill-line.ts'

export type MerchantDay = { merchantId: string; ownerKey: number; day: string }
type Bill = MerchantDay & Pick<Selectable<Bills>, 'lines' | 'readBy'>

/** Whoever reads the same day at the same time waits here. */
export async function saveBill(db: Tx, { merchantId, ownerKey, day, lines, readBy }: Bill, now: Date): Promise<void> {
  await db.query({
    name: 'bills.save',
    text: `insert into bills (merchant_id, merchant_owner_key, day, lines, read_by, read_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (merchant_id, day) do update set lines = excluded.lines, read_by = excluded.read_by, read_at = excluded.read_at`,
    values: [merchantId, ownerKey, day, lines, readBy, now],
  })
}

/**
 * A line that was read before stays as it was settled, unless it says something else now. The account may be another
 * owner's too, whose payments are no business of this one.
 */
export async function saveLines(db: Tx, { merchantId, ownerKey, day }: MerchantDay, lines: BillLine[], now: Date) {
  const column = <K extends keyof BillLine>(name: K) => lines.map((line) => line[name])
  await db.query({
    name: 'bills.save_lines',
    text: `insert into bill_rows as r (merchant_id, merchant_owner_key, day, kind, number, out_trade_no, trade_no, amount, unit, happened_at, read_at)
      select distinct on (kind, number, trade_no) $1, $2::integer, $3::date, kind, number, out_trade_no, trade_no, amount, unit, at, $4::timestamptz
        from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
          as l (kind, number, out_trade_no, trade_no, amount, unit, at)
       where not exists (select 1 from payments p where p.out_trade_no = l.out_trade_no and p.merchant_owner_key <> $2::integer)
       order by kind, number, trade_no
      on conflict (merchant_id, kind, number, coalesce(trade_no, '')) do update set amount = excluded.amount, unit = excluded.unit,
          read_at = excluded.read_at, settled_at = null, note = null, noted_by = null
        where (r.amount, r.unit) is distinct from (excluded.amount, excluded.unit)`,
    values: [
      merchantId,
      ownerKey,
      day,
      now,
      column('kind'),
      column('number'),
      column('outTradeNo'),
      column('tradeNo'),
      column('amount'),
      column('unit'),
      column('at'),
    ],
  })
}

type Within = { from: Date; until: Date; aheadHours: number }

/**
 * Payments under way within the day that are in no bill, although there is one of each day in which the provider can
 * have counted them. A clock there may be some minutes off. What a person answered for may have another number.
 */
export async function saveMissing(db: Tx, { merchantId, ownerKey, day }: MerchantDay, within: Within, now: Date) {
  const dayOf = (column: string) => `((${column} + make_interval(hours => $6)) at time zone 'UTC')::date`
  await db.query({
    name: 'bills.save_missing',
    text: `insert into bill_rows (merchant_id, merchant_owner_key, day, kind, number, out_trade_no, trade_no, happened_at, read_at)
      select p.merchant_id, $2::integer, $3::date, 'missing', p.id::text, p.out_trade_no, p.trade_no, p.paid_at, $7::timestamptz
        from payments p
       where p.merchant_id = $1 and p.paid_at >= $4 and p.created_at < $5
         and not exists (select 1 from bill_rows r where r.merchant_id = p.merchant_id and r.kind = 'paid'
           and (r.out_trade_no = p.out_trade_no or r.number = p.trade_no))
         and not exists (select 1 from payment_confirmations c where c.payment_id = p.id and c.state = 'done')
         and not exists (
           select 1 from generate_series(${dayOf("p.created_at - interval '5 minutes'")}, ${dayOf('p.paid_at')}, '1 day') d
            where not exists (select 1 from bills b where b.merchant_id = p.merchant_id and b.day = d::date))
      on conflict do nothing`,
    values: [merchantId, ownerKey, day, within.from, within.until, within.aheadHours, now],
  })
}

export type OpenRow = Omit<BillRow, 'rowId' | 'kind' | 'deed' | 'happenedAt'> & {
  id: number
  kind: BillLine['kind'] | 'missing'
  happenedAt: Date | null
  paidAt: Date | null
  ourTradeNo: string | null
  gatewayRef: string | null
  quoteUnit: string | null
  quoteAmount: string | null
  refundedFen: number | null
  /** The gateway was asked after the bill had been read. */
  isAsked: boolean
  isByHand: boolean
  isOurRefund: boolean
  /** Paid back in all, as far as bills say. */
  backThereFen: number
  /** What was missing is in another bill by now. */
  isInBill: boolean
}
type Which = { ownerKey: number; merchantId: string | null; rowId?: number; limit: number }

/**
 * Rows that are not settled, with the payment that each is about: by our number, else by the provider's. It may be at
 * another merchant of the same owner: the bill of a seller at Alipay has the payments of all its apps.
 */
export function findOpenRows(db: Queryable, { ownerKey, merchantId, rowId, limit }: Which): Promise<OpenRow[]> {
  return db.query<OpenRow>({
    name: 'bills.open_rows',
    text: `select r.id, r.merchant_id, m.name as merchant_name, m.provider, r.day::text, r.kind, r.out_trade_no, r.trade_no,
        r.amount, r.unit, r.happened_at, p.id as payment_id, p.reseller_id, p.channel, p.account_id, a.user_name,
        -- With what its way cost: that is what was paid there, and it goes back with the whole only.
        p.amount_fen + p.fee_fen as amount_fen,
        p.paid_at, p.trade_no as our_trade_no, p.gateway_ref, p.quote_unit, p.quote_amount,
        p.refunded_fen + case when p.refunded_fen = p.amount_fen then p.fee_fen else 0 end as refunded_fen,
        coalesce(p.checked_at > r.read_at, false) as is_asked,
        exists (select 1 from payment_confirmations c where c.payment_id = p.id and c.state = 'done') as is_by_hand,
        exists (select 1 from refunds f where f.payment_id = p.id and f.out_request_no = r.number and f.state = 'done') as is_our_refund,
        (select coalesce(sum(round(o.amount::numeric * 100)), 0)::bigint from bill_rows o
          where o.merchant_id = r.merchant_id and o.kind = 'refund' and o.out_trade_no = r.out_trade_no) as back_there_fen,
        r.kind = 'missing' and exists (select 1 from bill_rows o where o.merchant_id = r.merchant_id and o.kind = 'paid'
          and (o.out_trade_no = r.out_trade_no or o.number = r.trade_no)) as is_in_bill
      from bill_rows r join merchants m on m.id = r.merchant_id
      left join lateral (
        select x.*, 1 as place from payments x where x.merchant_owner_key = r.merchant_owner_key and x.out_trade_no = r.out_trade_no
        union all
        select x.*, 2 from payments x where x.merchant_owner_key = r.merchant_owner_key and x.trade_no = r.trade_no
        order by place limit 1) p on true
      left join accounts a on a.reseller_id = p.reseller_id and a.id = p.account_id
      where r.merchant_owner_key = $1 and r.settled_at is null and ($2::text is null or r.merchant_id = $2)
        and ($3::bigint is null or r.id = $3)
      order by r.day desc, r.id limit $4`,
    values: [ownerKey, merchantId, rowId ?? null, limit],
  })
}

export async function settleRows(db: Queryable, ids: readonly number[], now: Date): Promise<void> {
  const text = 'update bill_rows set settled_at = $2 where id = any($1) and settled_at is null'
  if (ids.length > 0) await db.query({ name: 'bills.settle', text, values: [ids, now] })
}

type Note = { ownerKey: number; rowId: number; note: string; by: string }

/** The merchant and number of the row; null when there is none that is open. */
export async function noteRow(db: Tx, { ownerKey, rowId, note, by }: Note, now: Date) {
  const rows = await db.query<{ merchantId: string; number: string }>({
    name: 'bills.note',
    text: `update bill_rows set settled_at = $5, note = $3, noted_by = $4
      where merchant_owner_key = $1 and id = $2 and settled_at is null returning merchant_id, number`,
    values: [ownerKey, rowId, note, by, now],
  })
  return rows[0] ?? null
}

/** The last bill of each merchant of this owner. */
export async function findLastDays(db: Queryable, ownerKey: number) {
  const rows = await db.query<{ merchantId: string } & { lastDay: string; readAt: Date }>({
    name: 'bills.last_days',
    text: `select distinct on (merchant_id) merchant_id, day::text as last_day, read_at from bills
      where merchant_owner_key = $1 order by merchant_id, day desc`,
    values: [ownerKey],
  })
  return new Map<string, Pick<BillMerchant, 'lastDay'> & { readAt: Date }>(rows.map((row) => [row.merchantId, row]))
}

export async function hasBill(db: Queryable, merchantId: string, day: string): Promise<boolean> {
  const text = 'select 1 as found from bills where merchant_id = $1 and day = $2'
  return (await db.query({ name: 'bills.has', text, values: [merchantId, day] })).length > 0
}
