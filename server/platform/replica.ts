import type { Logger } from 'pino'

import { isDatabaseAway } from './database-away.ts'
import { createDb, type Db } from './db.ts'
import { currentPatience, makePatience, withPatience } from './patience.ts'

/** A standby that may answer what only shows something. It may be a moment behind, and it may be away. */
export type Replica = {
  /** Asks it, or `primary` where it cannot answer. `work` only reads, so it may be done twice. */
  read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** So long a caller waits for it at most: the primary needs the rest of his patience. */
const PATIENCE_MS = 1_000
/** Then it is asked again. */
const AWAY_MS = 5_000
/** It cannot read tables that are not in the log of writes, and takes no writes. */
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
