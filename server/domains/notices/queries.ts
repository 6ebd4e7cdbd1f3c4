import type { Language } from '../../../contract/languages.ts'
import type { Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'
import { noticeShown, noticesOf, noticeUnread } from './notice-conditions.ts'

type Texts = { title: string; titles: unknown; body: string; bodies: unknown }
export type NoticeRow = Texts & { id: number; isPinned: boolean; publishedAt: Date }
export type OwnNotice = NoticeRow & { isRead: boolean }

const COLUMNS = 'n.id, n.title, n.titles, n.body, n.bodies, n.is_pinned, n.published_at'

export function findPinnedNotices(db: Queryable, owner: Owner, now: Date): Promise<OwnNotice[]> {
  return db.query<OwnNotice>({
    name: 'notices.pinned',
    text: `select ${COLUMNS}, not (${noticeUnread('$3')}) as is_read
             from accounts a join lateral (${noticesOf('$3')}) n on n.is_pinned
            where a.reseller_id = $1 and a.id = $2
            order by n.published_at desc, n.id desc`,
    values: [owner.resellerId, owner.accountId, now],
  })
}

type Page = { now: Date; before: PageEnd | null; limit: number }

/** Notices that are not pinned, newest first. */
export function findOwnNotices(db: Queryable, owner: Owner, { now, before, limit }: Page): Promise<OwnNotice[]> {
  return db.query<OwnNotice>({
    name: 'notices.own',
    text: `select ${COLUMNS}, not (${noticeUnread('$3')}) as is_read
             from accounts a join lateral (${noticesOf('$3')}) n on not n.is_pinned
            where a.reseller_id = $1 and a.id = $2
              and ($4::timestamptz is null or (n.published_at, n.id) < ($4, $5::bigint))
            order by n.published_at desc, n.id desc limit $6`,
    values: [owner.resellerId, owner.accountId, now, before?.at ?? null, before?.id ?? null, limit],
  })
}

/** Notices for all users of a reseller, pinned ones first. */
export function findPublicNotices(db: Queryable, resellerId: number, now: Date, limit: number): Promise<NoticeRow[]> {
  return db.query<NoticeRow>({
    name: 'notices.public',
    text: `select ${COLUMNS} from notices n where ${noticeShown('$1', '$2')}
            order by n.is_pinned desc, n.published_at desc, n.id desc limit $3`,
    values: [resellerId, now, limit],
  })
}

type Which = { noticeId: number | null; isPublic: boolean }

/** Marks notices shown to the account as read: the given one, or all when `noticeId` is null, or all public ones. */
export async function insertReads(db: Tx, owner: Owner, { noticeId, isPublic }: Which, now: Date): Promise<void> {
  await db.query({
    name: 'notices.read',
    text: `insert into notice_reads (reseller_id, account_id, notice_id, read_at)
           select a.reseller_id, a.id, n.id, $3::timestamptz
             from accounts a join lateral (${noticesOf('$3')}) n on ${noticeUnread('$3')}
            where a.reseller_id = $1 and a.id = $2 and ($4::bigint is null or n.id = $4)
              and not ($5 and n.is_addressed)
           on conflict do nothing`,
    values: [owner.resellerId, owner.accountId, now, noticeId, isPublic],
  })
}

export async function isShown(db: Queryable, owner: Owner, noticeId: number, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'notices.is_shown',
    text: `select n.id from accounts a join lateral (${noticesOf('$3')}) n on n.id = $4 where a.reseller_id = $1 and a.id = $2`,
    values: [owner.resellerId, owner.accountId, now, noticeId],
  })
  return rows.length === 1
}

export async function loadOwnNotice(
  db: Queryable,
  owner: Owner,
  noticeId: number,
  now: Date,
): Promise<(NoticeRow & { language: Language }) | null> {
  const rows = await db.query<NoticeRow & { language: Language }>({
    name: 'notices.own_one',
    text: `select ${COLUMNS}, a.language from accounts a join lateral (${noticesOf('$3')}) n on n.id = $4
            where a.reseller_id = $1 and a.id = $2 and a.deleted_at is null`,
    values: [owner.resellerId, owner.accountId, now, noticeId],
  })
  return rows[0] ?? null
}

export async function countUnread(db: Queryable, owner: Owner, now: Date): Promise<number> {
  const rows = await db.query<{ unread: number }>({
    name: 'notices.unread',
    text: `select count(n.id)::integer as unread
             from accounts a join lateral (${noticesOf('$3')}) n on ${noticeUnread('$3')}
            where a.reseller_id = $1 and a.id = $2`,
    values: [owner.resellerId, owner.accountId, now],
  })
  return rows[0]?.unread ?? 0
}
