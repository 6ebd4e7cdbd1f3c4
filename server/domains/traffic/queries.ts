import pg from 'pg'

import type { Queryable, Tx } from '../../platform/db/db.ts'

export type LineBytes = { number: number; up: number; down: number }
export type Batch = {
  nodeId: number
  batchId: string
  boot: string
  seq: number
  /** How long the batch was gathered. */
  seconds: number
  /** For a batch named by its content: the same content counts again after this time. Null: never. */
  repeatSeconds: number | null
  items: readonly LineBytes[]
}
export type Counted = {
  refused: 'impossible' | 'foreign' | null
  duplicate: boolean
  crossedResellers: number[]
  crossedAccounts: number[]
  cutNumbers: number[]
  leftNumbers: number[]
  leftBytes: (number | null)[]
}

/** Counts the whole batch in one round trip; the migration explains how. */
export async function countBatch(db: Tx, batch: Batch, now: Date, timeZone: string): Promise<Counted> {
  const values = [...valuesOf([batch]), now, timeZone, false]
  const [counted] = await db.query<Counted>({ name: 'traffic.ingest', text: INGEST, values })
  return counted!
}

/**
 * Counts several batches at once, outside a transaction. Returns null and counts nothing when a user would run out of
 * bytes.
 */
export async function countCalm(
  db: Queryable,
  batches: readonly Batch[],
  now: Date,
  timeZone: string,
): Promise<Counted[] | null> {
  try {
    const values = [...valuesOf(batches), now, timeZone, true]
    return await db.query<Counted>({ name: 'traffic.ingest_calm', text: INGEST, values })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LEAVES_NOTHING) return null
    throw error
  }
}

const INGEST = `select refused, duplicate, crossed_resellers, crossed_accounts, cut_numbers, left_numbers, left_bytes
  from traffic_ingest_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) order by place`
/** The error code that the function raises then. */
const LEAVES_NOTHING = 'YX002'

function valuesOf(batches: readonly Batch[]): unknown[] {
  // Sort by number, like the index on lines.
  const items = batches.map((batch) => batch.items.toSorted((a, b) => a.number - b.number))
  const lines = items.flat()
  return [
    batches.map(({ nodeId }) => nodeId),
    batches.map(({ batchId }) => batchId),
    batches.map(({ boot }) => boot),
    batches.map(({ seq }) => seq),
    batches.map(({ seconds }) => seconds),
    batches.map(({ repeatSeconds }) => repeatSeconds),
    items.map(({ length }) => length),
    lines.map(({ number }) => number),
    lines.map(({ up }) => up),
    lines.map(({ down }) => down),
  ]
}
