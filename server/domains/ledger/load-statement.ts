import { fromCivil } from '../../../contract/civil-time.ts'
import { addMonths } from '../../platform/calendar.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import type { LedgerKind } from './ledger-kinds.ts'

type Span = { openingFen: number; changeFen: number; closingFen: number }
export type Statement = Span & {
  from: Date
  until: Date
  /** One hour after the month: what was under way at its end is in. */
  isFinal: boolean
  kinds: { kind: string; amountFen: number }[]
  sales: { count: number; priceFen: number; liabilitySettledFen: number; wholesaleFen: number; commissionFen: number }
  beside: Record<'cards' | 'liability', Span>
}

const FINAL_AFTER_MS = 3_600_000

/**
 * A business month of a reseller's balance and debt together: opening + the sum of each kind of transaction = closing.
 * What a sale brought is price − liability settled − wholesale − commission.
 */
export async function loadStatement(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  { year, month }: { year: number; month: number },
): Promise<Statement> {
  const timeZone = ctx.config.businessTz
  const from = fromCivil({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, timeZone)
  const until = addMonths(from, 1, timeZone)
  const moved = await findMoved(ctx.db, resellerId, { from, until })
  const sold = await sumSales(ctx.db, resellerId, { from, until })
  const own = moved.filter(({ kind }) => kind === 'reseller' || kind === 'receivable')
  const kinds = new Map<string, number>()
  for (const { entry, inMonthFen } of own) kinds.set(entry, (kinds.get(entry) ?? 0) + inMonthFen)
  const { count, priceFen, wholesaleFen, commissionFen } = sold
  const liabilitySettledFen = priceFen - wholesaleFen - commissionFen - (kinds.get('sale') ?? 0)
  return {
    from,
    until,
    isFinal: ctx.now.getTime() >= until.getTime() + FINAL_AFTER_MS,
    ...spanOf(own),
    kinds: [...kinds].map(([kind, amountFen]) => ({ kind, amountFen })).filter(({ amountFen }) => amountFen !== 0),
    sales: { count, priceFen, liabilitySettledFen, wholesaleFen, commissionFen },
    beside: { cards: spanOf(ofKind(moved, 'cards')), liability: spanOf(ofKind(moved, 'liability')) },
  }
}

const ofKind = (moved: readonly Moved[], kind: LedgerKind) => moved.filter((row) => row.kind === kind)

function spanOf(moved: readonly Moved[]): Span {
  const openingFen = moved.reduce((sum, { beforeFen }) => sum + beforeFen, 0)
  const changeFen = moved.reduce((sum, { inMonthFen }) => sum + inMonthFen, 0)
  return { openingFen, changeFen, closingFen: openingFen + changeFen }
}

type Month = { from: Date; until: Date }
/** By kind of account and of transaction: before the month and in it. */
type Moved = { kind: LedgerKind; entry: string; beforeFen: number; inMonthFen: number }

function findMoved(db: Queryable, resellerId: number, { from, until }: Month): Promise<Moved[]> {
  return db.query<Moved>({
    name: 'ledger.statement',
    text: `select l.kind, t.kind as entry,
        coalesce(sum(p.amount_fen) filter (where t.created_at < $2), 0)::bigint as before_fen,
        coalesce(sum(p.amount_fen) filter (where t.created_at >= $2), 0)::bigint as in_month_fen
      from ledger_accounts l join ledger_postings p on p.ledger_account_id = l.id
        join ledger_transactions t on t.id = p.transaction_id
      where l.reseller_id = $1 and l.kind in ('reseller', 'receivable', 'cards', 'liability') and t.created_at < $3
      group by l.kind, t.kind order by l.kind, t.kind`,
    values: [resellerId, from, until],
  })
}

type SoldSums = { count: number; priceFen: number; wholesaleFen: number; commissionFen: number }

/** What the month's sales say: every one has its transaction (M7). */
async function sumSales(db: Queryable, resellerId: number, { from, until }: Month): Promise<SoldSums> {
  const rows = await db.query<SoldSums>({
    name: 'ledger.statement_sales',
    text: `select count(*) as count, coalesce(sum(o.total_fen), 0)::bigint as price_fen,
        coalesce(sum(o.wholesale_fen), 0)::bigint as wholesale_fen, coalesce(sum(o.commission_fen), 0)::bigint as commission_fen
      from ledger_transactions t join orders o on t.key = 'order:' || o.id || ':sale'
      where t.reseller_id = $1 and t.kind = 'sale' and t.created_at >= $2 and t.created_at < $3`,
    values: [resellerId, from, until],
  })
  return rows[0]!
}
