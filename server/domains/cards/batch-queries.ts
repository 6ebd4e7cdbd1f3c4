import type { Selectable } from 'kysely'

import type { Queryable, Tx } from '../../platform/db.ts'
import type { CardBatches } from '../../platform/db-types.ts'

export type BatchRow = Selectable<CardBatches>
export type NewBatch = Omit<BatchRow, 'id' | 'closedAt'>
export type BatchName = { resellerId: number; batchId: number }

/** Null when the reseller has used the request key before: the unique index decides, not a look beforehand. */
export async function insertBatch(db: Tx, batch: NewBatch): Promise<BatchRow | null> {
  const row = await db.kysely
    .insertInto('cardBatches')
    .values(batch)
    .onConflict((conflict) => conflict.columns(['resellerId', 'requestKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export function getBatchByKey(db: Queryable, resellerId: number, requestKey: string): Promise<BatchRow> {
  return db.kysely
    .selectFrom('cardBatches')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirstOrThrow()
}

export async function insertCards(db: Tx, { resellerId, batchId }: BatchName, codeHashes: Buffer[]): Promise<void> {
  await db.query({
    name: 'cards.insert',
    text: `insert into cards (reseller_id, batch_id, code_hash) select $1, $2, unnest($3::bytea[])`,
    values: [resellerId, batchId, codeHashes],
  })
}

/** Null when it is closed already. */
export async function markBatchClosed(db: Tx, { resellerId, batchId }: BatchName, now: Date): Promise<BatchRow | null> {
  const row = await db.kysely
    .updateTable('cardBatches')
    .set({ closedAt: now })
    .where('resellerId', '=', resellerId)
    .where('id', '=', batchId)
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** How many were unused. One that is being redeemed is waited for, and then it is not. */
export async function voidUnusedCards(db: Tx, { resellerId, batchId }: BatchName): Promise<number> {
  const rows = await db.query({
    name: 'cards.void',
    text: `update cards set state = 'void', sealed_code = null
      where reseller_id = $1 and batch_id = $2 and state = 'unused' returning 1 as done`,
    values: [resellerId, batchId],
  })
  return rows.length
}

export function findDueBatches(db: Queryable, now: Date): Promise<BatchName[]> {
  return db.query<BatchName>({
    name: 'cards.due_batches',
    text: `select reseller_id, id as batch_id from card_batches where expires_at <= $1 and closed_at is null order by id`,
    values: [now],
  })
}

export type BatchSummary = Omit<NewBatch, 'requestKey' | 'inputHash'> & {
  id: number
  closedAt: Date | null
  unused: number
  assigned: number
  redeemed: number
}

/** For operators: newest first, of one reseller or of all. */
export function findBatchRows(db: Queryable, resellerId: number | null, limit: number): Promise<BatchSummary[]> {
  return db.query<BatchSummary>({
    name: 'cards.batches',
    text: `select b.id, b.reseller_id, b.kind, b.amount_fen, b.package_id, b.period, b.traffic_bytes, b.days, b.cost_fen,
        b.key_count, b.created_at, b.expires_at, b.closed_at,
        count(*) filter (where c.state = 'unused') as unused,
        count(*) filter (where c.state = 'unused' and c.account_id is not null) as assigned,
        count(*) filter (where c.state = 'redeemed') as redeemed
      from card_batches b join cards c on c.batch_id = b.id
      where $1::integer is null or b.reseller_id = $1
      group by b.id order by b.id desc limit $2`,
    values: [resellerId, limit],
  })
}
