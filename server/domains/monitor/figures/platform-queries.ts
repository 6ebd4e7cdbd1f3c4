import type { Queryable } from '../../../platform/db/db.ts'
import type { ProcessRow, BookCheckRow } from './platform-health.ts'

export async function insertBookCheck(db: Queryable, check: BookCheckRow & { firstProblems: string[] }): Promise<void> {
  await db.kysely.insertInto('bookChecks').values(check).execute()
}

export type Heartbeat = ProcessRow & { id: string }

export async function saveHeartbeat(db: Queryable, beat: Heartbeat): Promise<void> {
  await db.kysely
    .insertInto('processes')
    .values(beat)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(beat))
    .execute()
}

export async function removeHeartbeat(db: Queryable, id: string): Promise<void> {
  await db.kysely.deleteFrom('processes').where('id', '=', id).execute()
}
