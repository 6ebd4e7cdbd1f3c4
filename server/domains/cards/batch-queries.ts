import type { Selectable } from 'kysely'

import type { CardBatches } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type BatchRow = Selectable<CardBatches>
export type NewBatch = Omit<BatchRow, 'id' | 'closedAt'>
export type BatchName = { resellerId: number; batchId: number }

/** Returns null when the reseller has used the request key before: the unique index decides, not an earlier read. */
export async function insertBatch(db: Tx, batch: NewBatch): Promise<BatchRow | null> {
  const row = await db.kysely
    .insertInto('cardBatches')
    .values(batch)
    .onConflict((conflict) => conflict.columns(['resellerId', 'requestKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function loadBatchByKey(db: Queryable, resellerId: number, requestKey: string): Promise<BatchRow | null> {
  const row = await db.kysely
    .selectFrom('cardBatches')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps the last four symbols so that support can find a key; 23 random symbols stay unknown. */
export async function insertCards(
  db: Tx,
  { resellerId, batchId }: BatchName,
  cards: { codeHash: Buffer; lastFour: string }[],
): Promise<void> {
  await db.query({
    name: 'cards.insert',
    text: `insert into cards (reseller_id, batch_id, code_hash, last_four)
      select $1, $2, hash, four from unnest($3::bytea[], $4::text[]) as made (hash, four)`,
    values: [resellerId, batchId, cards.map(({ codeHash }) => codeHash), cards.map(({ lastFour }) => lastFour)],
  })
}

/** Returns null when the batch is already closed. The lock makes concurrent voids wait for each other. */
export async function lockOpenBatch(db: Tx, { resellerId, batchId }: BatchName): Promise<BatchRow | null> {
  const row = await db.kysely
    .selectFrom('cardBatches')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('id', '=', batchId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Closes the batch when no unused key is left. */
export async function closeIfUsedUp(db: Tx, { resellerId, batchId }: BatchName, now: Date): Promise<void> {
  await db.query({
    name: 'cards.close_used_up',
    text: `update card_batches set closed_at = $3 where reseller_id = $1 and id = $2 and closed_at is null
      and not exists (select from cards where batch_id = $2 and state = 'unused')`,
    values: [resellerId, batchId, now],
  })
}

/** Returns the price before; null when the reseller has no such batch. A batch that is over can get one too. */
export async function updatePrice(
  db: Tx,
  { resellerId, batchId }: BatchName,
  priceFen: number,
): Promise<{ beforeFen: number | null } | null> {
  const rows = await db.query<{ beforeFen: number | null }>({
    name: 'cards.set_price',
    text: `update card_batches b set price_fen = $3 from (
        select id, price_fen from card_batches where reseller_id = $1 and id = $2 for update) before
      where b.id = before.id returning before.price_fen as before_fen`,
    values: [resellerId, batchId, priceFen],
  })
  return rows[0] ?? null
}

/** Returns null when the batch is already closed. */
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

/** Returns how many keys it voided. Waits for a key that is being redeemed; that key counts as used. */
export async function voidUnusedCards(
  db: Tx,
  { resellerId, batchId }: BatchName,
  { alsoAssigned }: { alsoAssigned: boolean },
): Promise<number> {
  const rows = await db.query({
    name: 'cards.void',
    text: `update cards set state = 'void', sealed_code = null
      where reseller_id = $1 and batch_id = $2 and state = 'unused' and ($3 or account_id is null) returning 1 as done`,
    values: [resellerId, batchId, alsoAssigned],
  })
  return rows.length
}

/** Voids an unused, unassigned key and returns its batch; returns null for every other key. */
export async function voidOneCard(db: Tx, resellerId: number, cardId: number): Promise<number | null> {
  const rows = await db.query<{ batchId: number }>({
    name: 'cards.void_one',
    text: `update cards set state = 'void' where reseller_id = $1 and id = $2 and state = 'unused' and account_id is null
      returning batch_id`,
    values: [resellerId, cardId],
  })
  return rows[0]?.batchId ?? null
}

export async function loadCardState(
  db: Queryable,
  resellerId: number,
  cardId: number,
): Promise<{ state: 'unused' | 'redeemed' | 'void'; batchId: number } | null> {
  const rows = await db.query<{ state: 'unused' | 'redeemed' | 'void'; batchId: number }>({
    name: 'cards.state_of',
    text: `select state, batch_id from cards where reseller_id = $1 and id = $2`,
    values: [resellerId, cardId],
  })
  return rows[0] ?? null
}

export function findDueBatches(db: Queryable, now: Date): Promise<BatchName[]> {
  return db.query<BatchName>({
    name: 'cards.due_batches',
    text: `select reseller_id, id as batch_id from card_batches where expires_at <= $1 and closed_at is null order by id`,
    values: [now],
  })
}
