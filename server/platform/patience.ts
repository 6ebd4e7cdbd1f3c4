import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long somebody waits for the database: for a connection and for each statement. A database that answers nobody is
 * one thing; a turn behind many others whom it does answer, or a call of many statements, is another.
 */
export type Patience = {
  /** Which request waits, as the log names it; null where none does. */
  reqId: string | null
  leftMs(): number
  startWaiting(): () => void
  /** The database answered then: the silence begins anew. */
  noteLife(at?: number): void
}
type Limits = {
  /** Of waiting in which the database says nothing. */
  silentMs: number
  /** From now on, whatever the time goes to: then the caller no longer listens. */
  inAllMs?: number
  /** How much silence is still tolerated after that: work that is nearly done is worth a moment. */
  lastMs?: number
  reqId?: string
}

/**
 * A transaction may be ended at any time: to give up in the middle of COMMIT is to know nothing, and one that waits for
 * its rollback keeps its locks.
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
    // Statements side by side are one wait.
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

/** Whatever `work` starts, also later, waits for the database by this patience; by null without a limit of its own. */
export function withPatience<T>(patience: Patience | null, work: () => T): T {
  return current.run(patience, work)
}

export function currentPatience(): Patience | null {
  return current.getStore() ?? null
}
