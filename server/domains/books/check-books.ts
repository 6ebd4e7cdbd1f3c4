import { sql } from 'kysely'

import type { Queryable } from '../../platform/db/db.ts'
import type { LedgerKind } from '../ledger/ledger-kinds.ts'
import type { BookCheck } from './book-check.ts'
import { bookChecks } from './book-checks.ts'
import { loadOwnTotal, type OwnTotal } from './wholesale-checks.ts'

type KindTotal = { kind: LedgerKind; accounts: number; balanceFen: number }
export type Books = { problems: string[]; totals: KindTotal[]; transactions: number; own: OwnTotal }

/** Checks all numbered invariants of docs/money.md. Only reads. */
export async function checkBooks(db: Queryable): Promise<Books> {
  const problems = await findProblems(db, bookChecks)
  const totals = await sql<KindTotal>`select kind, count(*) as accounts, sum(balance_fen)::bigint as balance_fen
    from ledger_accounts group by kind order by kind`.execute(db.kysely)
  const count = await sql<{ count: number }>`select count(*) from ledger_transactions`.execute(db.kysely)
  return { problems, totals: totals.rows, transactions: count.rows[0]?.count ?? 0, own: await loadOwnTotal(db) }
}

export async function findProblems(db: Queryable, checks: readonly BookCheck[]): Promise<string[]> {
  const problems: string[] = []
  for (const { invariant, wrong, sql: text } of checks) {
    const { rows } = await sql<{ subject: string }>`${sql.raw(text)} limit 100`.execute(db.kysely)
    problems.push(...rows.map(({ subject }) => `${invariant}: ${subject} ${wrong}`))
  }
  return problems
}
