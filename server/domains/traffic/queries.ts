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
  const text = `select * from traffic_ingest(${PLACES})`
  const [counted] = await db.query<Counted>({ name: 'traffic.ingest', text, values: valuesOf(batch, now, timeZone) })
  return counted!
}

/** By itself, without a transaction around it. Null, and nothing counted, when it would leave somebody without bytes. */
export async function countCalm(db: Queryable, batch: Batch, now: Date, timeZone: string): Promise<Counted | null> {
  const text = `select * from traffic_ingest_calm(${PLACES})`
  try {
    const values = valuesOf(batch, now, timeZone)
    const [counted] = await db.query<Counted>({ name: 'traffic.ingest_calm', text, values })
    return counted!
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LEAVES_NOTHING) return null
    throw error
  }
}

const PLACES = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11'
/** The code that `traffic_ingest_calm` raises. */
const LEAVES_NOTHING = 'YX002'

function valuesOf(batch: Batch, now: Date, timeZone: string): unknown[] {
  return [
    batch.nodeId,
    batch.batchId,
    batch.boot,
    batch.seq,
    batch.seconds,
    batch.repeatSeconds,
    batch.items.map(({ number }) => number),
    batch.items.map(({ up }) => up),
    batch.items.map(({ down }) => down),
    now,
    timeZone,
  ]
}
