import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long a caller waits for the database: for a connection and for each statement. It treats a database that answers
 * nobody differently from a queue behind others who get answers, or a call of many statements.
 */
export type Patience = {
  /** The waiting request's id as in the log; null if there is none. */
  reqId: string | null
  leftMs(): number
  startWaiting(): () => void
  /** The database answered at that time: the silence starts again. */
  noteLife(at?: number): void
}
type Limits = {
  /** Longest wait while the database is silent. */
  silentMs: number
  /** Total time from now on, whatever it is spent on: after that the caller no longer listens. */
  inAllMs?: number
  /** How much silence is still tolerated after that: nearly finished work deserves a moment. */
  lastMs?: number
  reqId?: string
}

/**
 * Ending a transaction always gets this much time: after giving up during COMMIT the outcome is unknown, and a
 * transaction that waits for its rollback keeps its locks.
 */
export const END_MS = 1_000

const current = new AsyncLocalStorage<Patience | null>()

export function makePatience({ silentMs, inAllMs = Infinity, lastMs = 0, reqId }: Limits): Patience {
  const until = performance.now() + inAllMs
  let endedMs = 0
  let beforeLifeMs = 0
  let waiting = 0
  let since = 0
  const spentMs = () => endedMs + (waiting > 0 ? performance.now() - since : 0)
  return {
    reqId: reqId ?? null,
    leftMs() {
      const silenceMs = spentMs() - beforeLifeMs
      return Math.min(silentMs - silenceMs, Math.max(until - performance.now(), lastMs - silenceMs))
    },
    noteLife(at = performance.now()) {
      beforeLifeMs = Math.max(beforeLifeMs, spentMs() - (performance.now() - at))
    },
    // Parallel statements count as one wait.
    startWaiting() {
      if (waiting === 0) since = performance.now()
      waiting += 1
      return () => {
        waiting -= 1
        if (waiting === 0) endedMs += performance.now() - since
      }
    },
  }
}

/** Everything `work` starts, also later, waits for the database with this patience; null sets no limit. */
export function withPatience<T>(patience: Patience | null, work: () => T): T {
  return current.run(patience, work)
}

export function currentPatience(): Patience | null {
  return current.getStore() ?? null
}
