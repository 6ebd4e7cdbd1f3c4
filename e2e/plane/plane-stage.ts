import type { ServerProcess } from '../../server/test/run/server-process.ts'
import type { Db } from '../../server/platform/db.ts'

/** What the plane stands on, in a browser test and in a proof alike. */
export type PlaneStage = { db: Db; databaseUrl: string; portal: Pick<ServerProcess, 'url' | 'dataDir'> }
