import type { Mode } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'

/** Sets the mark as a first start does. Without it, a test's accounts would look as if production had made them. */
export async function markMode(db: Db, mode: Mode): Promise<void> {
  await db.kysely.insertInto('modeMarks').values({ mode, markedAt: new Date() }).execute()
}
