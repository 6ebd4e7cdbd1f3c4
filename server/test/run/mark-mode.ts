import type { Mode } from '../../config.ts'
import type { Db } from '../../platform/db.ts'

/** As a first start leaves it. Without it, accounts that a test makes would look as if production had made them. */
export async function markMode(db: Db, mode: Mode): Promise<void> {
  await db.kysely.insertInto('modeMarks').values({ mode, markedAt: new Date() }).execute()
}
