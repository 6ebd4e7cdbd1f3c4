import type { Db } from './db.ts'
import { makeIsMigrated } from './migrate.ts'
import { makePatience, withPatience } from './patience.ts'

/** A balancer asks every few seconds and should not wait. Stays under 2 s including the way back. */
const PATIENCE_MS = 1_300
/** However often somebody asks, write to the database only once in this time. */
const KEEP_MS = 1_000

const TROUBLES = {
  '25006': 'database read-only',
  '42P01': 'database not migrated',
  '53100': 'database disk full',
} as const
export type ServingTrouble = (typeof TROUBLES)[keyof typeof TROUBLES] | 'database unavailable'

/**
 * What prevents serving, or null. Makes a real write: a standby or read-only server refuses it, a full disk has no room
 * for it, and a database that stands still does not answer in time.
 */
export function makeReadiness(db: Db): () => Promise<ServingTrouble | null> {
  const isMigrated = makeIsMigrated(db)
  let last: { at: number; trouble: Promise<ServingTrouble | null> } | null = null

  async function look(): Promise<ServingTrouble | null> {
    try {
      await writeSomething(db)
      return (await isMigrated()) ? null : 'database not migrated'
    } catch (error) {
      return troubleOf(error as { code?: string })
    }
  }

  return () => {
    const now = performance.now()
    if (!last || now - last.at >= KEEP_MS) {
      last = { at: now, trouble: withPatience(makePatience({ silentMs: PATIENCE_MS, inAllMs: PATIENCE_MS }), look) }
    }
    return last.trouble
  }
}

/**
 * The row goes into pages and a log that already have their place, even on a full disk. So also export a snapshot: it
 * is a new file in the data folder, gone with the statement.
 */
async function writeSomething(db: Db): Promise<void> {
  await db.query({
    name: 'operations.ready',
    text: `with written as (update readiness set written_at = clock_timestamp() returning id)
           select pg_export_snapshot() from written`,
  })
}

function troubleOf({ code = '' }: { code?: string }): ServingTrouble {
  return code in TROUBLES ? TROUBLES[code as keyof typeof TROUBLES] : 'database unavailable'
}
