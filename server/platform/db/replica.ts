import type { Logger } from 'pino'

import { isDatabaseAway } from './database-away.ts'
import { createDb, type Db } from './db.ts'
import { currentPatience, makePatience, withPatience } from './patience.ts'

/** A standby that may answer read-only calls. It may be slightly behind, and it may be away. */
export type Replica = {
  /** Asks the replica, or `primary` if the replica cannot answer. `work` only reads, so it may run twice. */
  read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Longest wait for the replica: the primary needs the rest of the caller's patience. */
const PATIENCE_MS = 1_000
/** How long to leave a failed replica alone. */
const AWAY_MS = 5_000
/** The replica cannot read tables that are not in the log of writes, and takes no writes. */
const REFUSES = new Set(['0A000', '25006', '40001'])

export function openReplica(url: string, log: Pick<Logger, 'warn'>): Replica {
  const db = createDb({
    url,
    poolSize: 8,
    applicationName: 'yuxian-reads',
    connectionTimeoutMs: PATIENCE_MS,
    log: (line) => log.warn(`replica: ${line}`),
  })
  let awayUntil = 0
  return {
    async read(primary, work) {
      if (performance.now() < awayUntil) return work(primary)
      const reqId = currentPatience()?.reqId
      try {
        const patience = makePatience({ silentMs: PATIENCE_MS, ...(reqId ? { reqId } : {}) })
        return await withPatience(patience, () => work(db))
      } catch (error) {
        const isRefused = REFUSES.has((error as { code?: string }).code ?? '')
        const isAway = !isRefused && isDatabaseAway(error)
        if (!isAway && !isRefused) throw error
        if (isAway) awayUntil = performance.now() + AWAY_MS
        log.warn(`the replica could not answer, the primary does: ${(error as Error).message}`)
        return work(primary)
      }
    },
    close: () => db.close(),
  }
}
