import type { Tx } from '../../platform/db.ts'

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
  const [counted] = await db.query<Counted>({
    name: 'traffic.ingest',
    text: `select * from traffic_ingest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
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
    ],
  })
  return counted!
}
