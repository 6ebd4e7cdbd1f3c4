import { civilTime } from '../../../contract/civil-time.ts'
import type { Ctx } from '../../platform/context.ts'
import { monthOf, type MonthName } from './load-statement.ts'
import {
  findPlatformMoved,
  insertPlatformStatement,
  loadFirstMoment,
  loadLastStored,
  loadStoredMonth,
  type PlatformMoved,
} from './platform-statement-queries.ts'

type Flow = { kind: string; inFen: number; outFen: number }
export type PlatformStatement = {
  from: Date
  until: Date
  /** True one hour after the month. From then on it is stored and never changes. */
  isFinal: boolean
  bank: { openingFen: number; closingFen: number; kinds: Flow[] }
  revenue: { openingFen: number; closingFen: number; kinds: { kind: string; amountFen: number }[] }
}
type StatementCtx = Pick<Ctx, 'db' | 'now' | 'config'>

const FINAL_AFTER_MS = 3_600_000

/**
 * A business month of the platform's own two accounts: money in and out through its merchants and bank account, and its
 * revenue. Opening + the sum of the kinds = closing, and each month begins where the last one ended.
 */
export async function loadPlatformStatement(ctx: StatementCtx, name: MonthName): Promise<PlatformStatement> {
  const month = monthOf(name, ctx.config.businessTz)
  const stored = (await loadStoredMonth(ctx.db, month.first)) as PlatformStatement | null
  if (stored) return { ...stored, from: new Date(stored.from), until: new Date(stored.until) }
  const last = await loadLastStored(ctx.db, month.first)
  const before = last ? (last as unknown as PlatformStatement) : null
  // Months that are over but not stored yet lie in this gap.
  const gap = await findPlatformMoved(ctx.db, before ? new Date(before.until) : null, month.from)
  const moved = await findPlatformMoved(ctx.db, month.from, month.until)
  return {
    from: month.from,
    until: month.until,
    isFinal: ctx.now.getTime() >= month.until.getTime() + FINAL_AFTER_MS,
    bank: bankOf((before?.bank.closingFen ?? 0) - sumOf(gap, 'outside'), moved),
    revenue: revenueOf((before?.revenue.closingFen ?? 0) + sumOf(gap, 'platform'), moved),
  }
}

/** Returns the time of the first transaction; now without one. */
export async function loadBooksBegin(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Date> {
  return (await loadFirstMoment(ctx.db)) ?? ctx.now
}

/** Runs in the hourly job: stores every final month, oldest first. */
export async function storePlatformStatements(ctx: StatementCtx): Promise<void> {
  const first = await loadFirstMoment(ctx.db)
  if (!first) return
  const { year, month } = civilTime(first, ctx.config.businessTz)
  for (let number = year * 12 + month - 1; ; number += 1) {
    const name = { year: Math.floor(number / 12), month: (number % 12) + 1 }
    const statement = await loadPlatformStatement(ctx, name)
    if (!statement.isFinal) return
    await insertPlatformStatement(ctx.db, monthOf(name, ctx.config.businessTz).first, statement, ctx.now)
  }
}

/** Shows the account from the bank's side: a negative `outside` balance is money that came in. */
function bankOf(openingFen: number, moved: readonly PlatformMoved[]): PlatformStatement['bank'] {
  const own = moved.filter(({ account }) => account === 'outside')
  const kinds = own.map(({ entry, plusFen, minusFen }) => ({ kind: entry, inFen: -minusFen, outFen: plusFen }))
  return { openingFen, closingFen: openingFen - sumOf(moved, 'outside'), kinds }
}

function revenueOf(openingFen: number, moved: readonly PlatformMoved[]): PlatformStatement['revenue'] {
  const own = moved.filter(({ account }) => account === 'platform')
  const kinds = own.map(({ entry, plusFen, minusFen }) => ({ kind: entry, amountFen: plusFen + minusFen }))
  return { openingFen, closingFen: openingFen + sumOf(moved, 'platform'), kinds }
}

function sumOf(moved: readonly PlatformMoved[], account: PlatformMoved['account']): number {
  return moved
    .filter((row) => row.account === account)
    .reduce((sum, { plusFen, minusFen }) => sum + plusFen + minusFen, 0)
}
