import { setTimeout as sleep } from 'node:timers/promises'

import type { ServerProcess } from '../../server/test/server-process.ts'
import type { Db } from '../../server/platform/db.ts'

/** What the plane stands on, in a browser test and in a proof alike. */
export type PlaneStage = { db: Db; databaseUrl: string; portal: Pick<ServerProcess, 'url' | 'dataDir'> }

/** For what only shows by asking again. */
export async function waitUntil(holds: () => Promise<boolean>, what: string, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s for ${what}`)
    await sleep(50)
  }
}
