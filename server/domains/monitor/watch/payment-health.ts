import type { Queryable } from '../../../platform/db/db.ts'

export type MerchantSuccess = {
  merchantId: string
  name: string
  resellerId: number | null
  paid: number
  decided: number
}

/** The last hour's success, for merchants with enough decided payments to judge. */
export function findMerchantSuccess(db: Queryable, now: Date, min: number): Promise<MerchantSuccess[]> {
  return db.query<MerchantSuccess>({
    name: 'watch.success',
    text: `select m.id as merchant_id, m.name, m.reseller_id, count(p.paid_at) as paid, count(*) as decided
             from (select merchant_id, paid_at from payments where paid_at > $1::timestamptz - interval '1 hour'
                   union all
                   select merchant_id, null from payments
                    where closed_at > $1::timestamptz - interval '1 hour' and paid_at is null) p
             join merchants m on m.id = p.merchant_id
            group by m.id having count(*) >= $2`,
    values: [now, min],
  })
}

export type Unsettled = { resellerId: number; count: number; outTradeNo: string; createdAt: Date }

export function findUnsettled(db: Queryable, before: Date): Promise<Unsettled[]> {
  return db.query<Unsettled>({
    name: 'watch.unsettled',
    text: `select distinct on (reseller_id) reseller_id, count(*) over (partition by reseller_id) as count, out_trade_no,
                  created_at
             from payments where state = 'pending' and created_at < $1 order by reseller_id, created_at`,
    values: [before],
  })
}
