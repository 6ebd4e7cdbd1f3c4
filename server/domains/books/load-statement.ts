import { fromCivil } from '../../../contract/civil-time.ts'
import type { Ctx } from '../../platform/context.ts'
import { addMonths } from '../../platform/text/calendar.ts'
import { findMoved, loadStored, type Month, type Moved } from './statement-queries.ts'

export type Span = { openingFen: number; changeFen: number; closingFen: number }
const BESIDE = ['cards', 'payout_hold', 'bulk_hold', 'liability'] as const
export type Statement = Span & {
  from: Date
  until: Date
  /** True one hour after the month, when all that was under way is posted. Then it is stored and never changes. */
  isFinal: boolean
  kinds: { kind: string; amountFen: number }[]
  sales: { count: number; priceFen: number; liabilitySettledFen: number; wholesaleFen: number; commissionFen: number }
  beside: Record<(typeof BESIDE)[number], Span>
}
export type MonthName = { year: number; month: number }

const FINAL_AFTER_MS = 3_600_000

/**
 * A business month of a reseller's balance and debt together: opening + the sum of each kind of transaction = closing.
 * Sales brought price − liability settled − wholesale − commission. Returns the stored statement if there is one.
 */
export async function loadStatement(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  name: MonthName,
): Promise<Statement> {
  const month = monthOf(name, ctx.config.businessTz)
  const stored = (await loadStored(ctx.db, resellerId, month.first)) as Statement | null
  if (stored) return { ...stored, from: new Date(stored.from), until: new Date(stored.until) }
  const isFinal = ctx.now.getTime() >= month.until.getTime() + FINAL_AFTER_MS
  return { ...(await sumMonth(ctx, resellerId, month)), isFinal }
}

export function monthOf({ year, month }: MonthName, timeZone: string): Month {
  const from = fromCivil({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, timeZone)
  const firstOf = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { first: firstOf(month - 1), next: firstOf(month), from, until: addMonths(from, 1, timeZone) }
}

export async function sumMonth(
  ctx: Pick<Ctx, 'db'>,
  resellerId: number,
  month: Month,
): Promise<Omit<Statement, 'isFinal'>> {
  const moved = await findMoved(ctx.db, resellerId, month)
  const own = moved.filter(({ kind }) => kind === 'reseller' || kind === 'receivable')
  const kinds = new Map<string, number>()
  for (const { entry, inMonthFen } of own) kinds.set(entry, (kinds.get(entry) ?? 0) + inMonthFen)
  const sold = (entry: string) => moved.find((row) => row.kind === 'sales' && row.entry === entry)?.inMonthFen ?? 0
  const [priceFen, wholesaleFen, commissionFen] = [sold('price'), sold('wholesale'), sold('commission')]
  const liabilitySettledFen = priceFen - wholesaleFen - commissionFen - (kinds.get('sale') ?? 0)
  const beside = BESIDE.map((kind) => [kind, spanOf(moved.filter((row) => row.kind === kind))] as const)
  return {
    from: month.from,
    until: month.until,
    ...spanOf(own),
    kinds: [...kinds].map(([kind, amountFen]) => ({ kind, amountFen })).filter(({ amountFen }) => amountFen !== 0),
    sales: { count: sold('count'), priceFen, liabilitySettledFen, wholesaleFen, commissionFen },
    beside: Object.fromEntries(beside) as Statement['beside'],
  }
}

function spanOf(moved: readonly Moved[]): Span {
  const openingFen = moved.reduce((sum, { beforeFen }) => sum + beforeFen, 0)
  const changeFen = moved.reduce((sum, { inMonthFen }) => sum + inMonthFen, 0)
  return { openingFen, changeFen, closingFen: openingFen + changeFen }
}
