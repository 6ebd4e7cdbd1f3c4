import type { Selectable } from 'kysely'

import type { Owner } from '../../platform/context.ts'
import type { Notices } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { NoticeRule } from './waiting-notices.ts'

export type NewNotice = Pick<
  Selectable<Notices>,
  'resellerId' | 'title' | 'titles' | 'body' | 'bodies' | 'isPinned' | 'publishedAt' | 'expiresAt'
> & { isAddressed?: boolean; isKept?: boolean; isHeld?: boolean } & Partial<NoticeRule>
export type ListedNotice = Pick<
  Selectable<Notices>,
  'id' | 'resellerId' | 'title' | 'isPinned' | 'publishedAt' | 'expiresAt' | 'withdrawnAt' | 'isKept'
>

export async function insertNotice(db: Tx, notice: NewNotice): Promise<number> {
  const { id } = await db.kysely.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function loadNotice(db: Queryable, id: number): Promise<ListedNotice | null> {
  const row = await db.kysely
    .selectFrom('notices')
    .select(['id', 'resellerId', 'title', 'isPinned', 'publishedAt', 'expiresAt', 'withdrawnAt', 'isKept'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** False when it was already withdrawn. */
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

/** Adds a recipient once. False when the account already was a recipient. */
export async function addRecipient(db: Tx, { resellerId, accountId }: Owner, noticeId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'notices.add_recipient',
    text: `insert into notice_recipients (reseller_id, account_id, notice_id) values ($1, $2, $3)
           on conflict do nothing returning notice_id`,
    values: [resellerId, accountId, noticeId],
  })
  return rows.length === 1
}
