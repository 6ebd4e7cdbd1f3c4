import type { Logger } from 'pino'

import type { Db } from '../platform/db/db.ts'
import { findOrphans, unlockJobsOf } from '../platform/jobs/jobs.ts'
import { keepLooking } from './keep-looking.ts'

type OrphanDeps = { db: Db; log: Logger }

/** A runner that lost its connection takes its lock again within seconds of reconnecting. */
const LOOK_MS = 30_000

/**
 * Frees the jobs of runners that were killed or lost with their machine. A runner counts as gone when it is missing at
 * two looks in a row, so that a broken connection alone makes no job run twice.
 */
export function makeOrphanLook({ db, log }: OrphanDeps): () => Promise<void> {
  let missing = new Set<string>()
  return async () => {
    const now = await findOrphans(db)
    const gone = now.filter((workerId) => missing.has(workerId))
    missing = new Set(now)
    for (const workerId of gone) {
      await unlockJobsOf(db, workerId)
      log.warn(`jobs of the runner ${workerId}, which is gone, are free again`)
    }
  }
}

export function freeOrphans(deps: OrphanDeps, stopping: AbortSignal): Promise<void> {
  const looking = { what: 'jobs of lost runners', everyMs: LOOK_MS, log: deps.log, stopping }
  return keepLooking(makeOrphanLook(deps), looking)
}
