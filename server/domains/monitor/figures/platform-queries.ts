import type { Queryable } from '../../../platform/db/db.ts'
import type { ProcessRow } from './platform-health.ts'

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
