import type { Queryable } from '../../../platform/db/db.ts'
import type { DaySpan } from '../../../platform/text/business-day.ts'
import { IS_SALE, LOST_MARGIN } from '../../orders/margin-sql.ts'
import type { DayRow } from './day-queries.ts'

type GivenBack = { day: string; refundedFen: number; marginFen: number }

/** What was given back of the sales of these days, whenever it was. Such orders are few, so none of it is in the sums. */
function findGivenBack(db: Queryable, resellerId: number, days: readonly DaySpan[]): Promise<GivenBack[]> {
  return db.query<GivenBack>({
    name: 'office.given_back',
    text: `select d.day::text as day, back.refunded_fen, back.margin_fen
      from unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) d (day, from_at, until_at)
        cross join lateral (
          select coalesce(sum(o.refunded_fen), 0)::bigint as refunded_fen, coalesce(sum(${LOST_MARGIN}), 0)::bigint as margin_fen
          from orders o where o.reseller_id = $1 and o.refunded_fen > 0 and o.settled_at >= d.from_at
            and o.settled_at < d.until_at and ${IS_SALE}
        ) back`,
    values: [resellerId, days.map(({ day }) => day), days.map(({ from }) => from), days.map(({ until }) => until)],
  })
}

/** Days with the refunds of their own sales: what each of the rows behind a figure has lost, the figure has lost too. */
export async function takeRefunds(
  db: Queryable,
  resellerId: number,
  rows: readonly DayRow[],
  spans: readonly DaySpan[],
): Promise<DayRow[]> {
  const back = new Map((await findGivenBack(db, resellerId, spans)).map((one) => [one.day, one]))
  return rows.map((row) => {
    const { refundedFen = 0, marginFen = 0 } = back.get(row.day) ?? {}
    return { ...row, refundedFen, marginFen: row.marginFen - marginFen }
  })
}
