import type { StuckPayment } from '../../../../contract/console/confirm.ts'
import type { PayChannel, Provider } from '../../../../contract/providers.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'

const LISTED = 200
const SINCE_MS = 60 * 86_400_000
/** The number alone: `spellProof` puts before it what it is unique in. */
const NUMBER = "regexp_replace(c.proof, '^(hash|flow:[^:]*):', '')"

type Row = {
  id: string | null
  outTradeNo: string | null
  resellerId: number
  provider: Provider
  channel: PayChannel
  merchantName: string
  isOwnMerchant: boolean
  userName: string | null
  amountFen: number
  state: 'pending' | 'closed' | null
  said: StuckPayment['said']
  saidAt: Date | null
  createdAt: Date
  confirmationId: number | null
  askedBy: string | null
  number: string | null
  reason: string | null
}

/** What was paid or is held and has brought no goods yet: oldest first. Of one reseller, or of all (null). */
export async function findStuck(ctx: Pick<Ctx, 'db' | 'now'>, resellerId: number | null): Promise<StuckPayment[]> {
  const rows = await loadStuck(ctx.db, resellerId, ctx.now)
  return rows.map(({ id, said, saidAt, createdAt, ...row }) => ({
    ...row,
    paymentId: id,
    said: said ?? 'nothing',
    saidAt: saidAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

/** How many the list shows of this reseller: asked for with every overview, so the names of the rows are left out. */
export async function countStuck({ db, now }: Pick<Ctx, 'db' | 'now'>, resellerId: number): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'payments.count_stuck',
    text: `select count(*)::integer as count from (
        select ${STUCK_PAYMENTS} union all select ${LOOSE_CONFIRMATIONS} limit ${LISTED}) listed`,
    values: [resellerId, sixtyDaysBefore(now), now],
  })
  return rows[0]!.count
}

const sixtyDaysBefore = (now: Date) => new Date(now.getTime() - SINCE_MS)

/**
 * Money that a gateway sees, or that it and we disagree about; payments that it said nothing of in the end; what waits
 * for a second person. What is unpaid is open or closed: the planner finds these by their state.
 */
const STUCK_PAYMENTS = `from payments p join merchants m on m.id = p.merchant_id
      left join accounts a on a.reseller_id = p.reseller_id and a.id = p.account_id
      left join payment_confirmations c on c.payment_id = p.id and c.state = 'asked'
      where ($1::integer is null or p.reseller_id = $1) and p.state in ('pending', 'closed')
        and p.created_at > $2 and p.paid_at is null
        and (p.gateway_said in ('seen', 'mismatch', 'silent') or c.id is not null
          or (p.state = 'pending' and p.expires_at < $3::timestamptz - interval '5 minutes')
          or exists (select 1 from notify_inbox i where i.payment_id = p.id and i.verdict in ('mismatch', 'unconfirmed', 'refund')))`

const LOOSE_CONFIRMATIONS = `from payment_confirmations c join merchants m on m.id = c.merchant_id
      left join accounts a on a.reseller_id = c.reseller_id and a.id = c.account_id
      where c.state = 'asked' and c.payment_id is null and ($1::integer is null or c.reseller_id = $1)`

function loadStuck(db: Queryable, resellerId: number | null, now: Date): Promise<Row[]> {
  return db.query<Row>({
    name: 'payments.stuck',
    text: `select p.id, p.out_trade_no, p.reseller_id, m.provider, p.channel,
        case when m.reseller_id is null then '' else m.name end as merchant_name, m.reseller_id is not null as is_own_merchant,
        a.user_name, p.amount_fen + p.fee_fen as amount_fen, p.state, p.gateway_said as said, p.gateway_said_at as said_at, p.created_at,
        c.id as confirmation_id, c.asked_by, ${NUMBER} as number, c.reason
      ${STUCK_PAYMENTS}
      union all
      select null, null, c.reseller_id, m.provider, m.channels[1],
        case when m.reseller_id is null then '' else m.name end, m.reseller_id is not null, a.user_name, c.amount_fen,
        null, null, null, c.asked_at, c.id, c.asked_by, ${NUMBER}, c.reason
      ${LOOSE_CONFIRMATIONS}
      order by 13, 1 limit ${LISTED}`,
    values: [resellerId, sixtyDaysBefore(now), now],
  })
}
