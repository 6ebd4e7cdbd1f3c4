import { AsyncLocalStorage } from 'node:async_hooks'

/** How long somebody waits for the database, in all: for a connection and for each statement. Other work is free. */
export type Patience = { leftMs(): number; startWaiting(): () => void }

/**
 * A transaction may be ended at any time: to give up in the middle of COMMIT is to know nothing, and one that waits for
 * its rollback keeps its locks.
 */
export const END_MS = 1_000

const current = new AsyncLocalStorage<Patience | null>()

export function makePatience(totalMs: number): Patience {
  let spentMs = 0
  let waiting = 0
  let since = 0
  return {
    leftMs: () => totalMs - spentMs - (waiting > 0 ? performance.now() - since : 0),
    // Statements side by side are one wait.
    startWaiting() {
      if (waiting === 0) since = performance.now()
      waiting += 1
      return () => {
        waiting -= 1
        if (waiting === 0) spentMs += performance.now() - since
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
