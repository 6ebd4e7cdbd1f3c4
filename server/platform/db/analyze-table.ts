import { sql } from 'kysely'

import type { DB } from './db-types.ts'
import type { Tx } from './db.ts'

/**
 * For a transaction that fills a table. The planner knows nothing of its rows, and after a large one that was broken off
 * autovacuum tells it that the table is empty: a lookup by key then takes any index of the reseller, and reads all of its
 * rows. So does the check of every foreign key.
 */
export async function analyzeTable(db: Tx, table: keyof DB): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db.kysely)
}
