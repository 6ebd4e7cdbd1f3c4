import type { Insertable, Selectable } from 'kysely'

import type { BulkHolds, Gifts } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type GiftRow = Selectable<Gifts>
export type NewGift = Omit<Insertable<Gifts>, 'id'>
export type ReserveRow = Selectable<BulkHolds>
export type ReserveName = { resellerId: number; bulkId: string }

/** Returns null when another gift has the same key, or the same user and bulk. */
export async function insertGift(db: Tx, gift: NewGift): Promise<GiftRow | null> {
  const row = await db.kysely
    .insertInto('gifts')
    .values(gift)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function loadGiftByKey(db: Queryable, resellerId: number, key: string): Promise<GiftRow | null> {
  const row = await db.kysely
    .selectFrom('gifts')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('requestKey', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/** Returns null when the reserve already exists. */
export async function insertReserve(db: Tx, reserve: Insertable<BulkHolds>): Promise<ReserveRow | null> {
  const row = await db.kysely
    .insertInto('bulkHolds')
    .values(reserve)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function loadReserve(db: Queryable, { resellerId, bulkId }: ReserveName): Promise<ReserveRow | null> {
  const row = await db.kysely
    .selectFrom('bulkHolds')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('id', '=', bulkId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns false when the reserve is released or too little is left. Platform gifts cost the reserve nothing. */
export async function spendReserve(db: Tx, { resellerId, bulkId }: ReserveName, fen: number): Promise<boolean> {
  const rows = await db.query({
    name: 'gifts.spend_reserve',
    text: `update bulk_holds set spent_fen = spent_fen + case when paid_by = 'reseller' then $3::bigint else 0 end
      where reseller_id = $1 and id = $2 and released_at is null
        and (paid_by = 'platform' or spent_fen + $3 <= held_fen) returning 1 as done`,
    values: [resellerId, bulkId, fen],
  })
  return rows.length === 1
}

/** Returns null when the reserve was already released. */
export async function claimRelease(db: Tx, { resellerId, bulkId }: ReserveName, now: Date): Promise<ReserveRow | null> {
  const row = await db.kysely
    .updateTable('bulkHolds')
    .set({ releasedAt: now })
    .where('resellerId', '=', resellerId)
    .where('id', '=', bulkId)
    .where('releasedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
