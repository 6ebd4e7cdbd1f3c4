import type { Selectable } from 'kysely'

import type { Queryable, Tx } from '../../platform/db.ts'
import type { Notices } from '../../platform/db-types.ts'

export type NewNotice = Pick<
  Selectable<Notices>,
  'resellerId' | 'title' | 'titles' | 'body' | 'bodies' | 'isPinned' | 'publishedAt' | 'expiresAt'
>
export type ListedNotice = Omit<Selectable<Notices>, 'body' | 'titles' | 'bodies'>

export async function insertNotice(db: Tx, notice: NewNotice): Promise<number> {
  const { id } = await db.kysely.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow()
  return id
}

export function findLatestNotices(db: Queryable, resellerId: number | null, limit: number): Promise<ListedNotice[]> {
  const all = db.kysely
    .selectFrom('notices')
    .select(['id', 'resellerId', 'title', 'isPinned', 'publishedAt', 'expiresAt', 'withdrawnAt'])
    .orderBy('id', 'desc')
    .limit(limit)
  return (resellerId === null ? all : all.where('resellerId', '=', resellerId)).execute()
}

export async function loadNotice(db: Queryable, id: number): Promise<ListedNotice | null> {
  const row = await db.kysely
    .selectFrom('notices')
    .select(['id', 'resellerId', 'title', 'isPinned', 'publishedAt', 'expiresAt', 'withdrawnAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** False when it was withdrawn before. */
export async function markWithdrawn(db: Tx, id: number, now: Date): Promise<boolean> {
  const row = await db.kysely
    .updateTable('notices')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
