import type { Db } from '../../server/platform/db/db.ts'
import type { ServerProcess } from '../../server/test/run/server-process.ts'

/** What node tests need, both in a browser test and in a proof. */
export type PlaneStage = { db: Db; databaseUrl: string; portal: Pick<ServerProcess, 'url' | 'dataDir'> }
