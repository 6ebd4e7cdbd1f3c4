import { sql } from 'kysely'

import type { Tx } from './db.ts'

/** Statistics of a new reseller may say that a full scan is cheapest; for a big reseller it never is. */
export async function readByIndex(db: Tx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(db.kysely)
}
