import type { Queryable } from '../../../platform/db/db.ts'

export type BookCheck = {
  checkedAt: Date
  problems: number
  firstProblems: string[]
  transactions: number
  tookMs: number
}

export function findBookChecks(db: Queryable, limit: number): Promise<BookCheck[]> {
  return db.query<BookCheck>({
    name: 'office.book_checks',
    text: `select checked_at, problems, first_problems, transactions, took_ms from book_checks
      order by checked_at desc limit $1`,
    values: [limit],
  })
}

export async function loadLastTrouble(db: Queryable): Promise<BookCheck | null> {
  const rows = await db.query<BookCheck>({
    name: 'office.book_trouble',
    text: `select checked_at, problems, first_problems, transactions, took_ms from book_checks
      where problems > 0 order by checked_at desc limit 1`,
  })
  return rows[0] ?? null
}
