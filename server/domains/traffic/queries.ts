import pg from 'pg'

import type { Queryable, Tx } from '../../platform/db.ts'

export type LineBytes = { number: number; up: number; down: number }
export type Batch = {
  nodeId: number
  batchId: string
  boot: string
  seq: number
  /** In which it was gathered. */
  seconds: number
  /** The batch is named by its content, which counts again after so long. Null: never. */
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

/** The whole batch in one round trip; the migration tells how. */
export async function countBatch(db: Tx, batch: Batch, now: Date, timeZone: string): Promise<Counted> {
  const values = [...valuesOf([batch]), now, timeZone, false]
  const [counted] = await db.query<Counted>({ name: 'traffic.ingest', text: INGEST, values })
  return counted!
}

/**
 * Several at once, by itself, without a transaction around it. Null, and nothing counted, when one would leave somebody
 * without bytes.
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
/** The code that it raises. */
const LEAVES_NOTHING = 'YX002'

function valuesOf(batches: readonly Batch[]): unknown[] {
  // By number, as the index of lines has them.
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
