import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { Notice, NoticeBlock } from '../../../contract/notices.ts'
import { type Ctx, inTx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { fail } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { summaryOf, markdownBlocks } from './markdown-blocks.ts'
import {
  findOwnNotices,
  findPinnedNotices,
  type OwnNotice,
  countUnread,
  insertReads,
  isShown,
  loadOwnNotice,
  findPublicNotices as findRows,
  type NoticeRow,
} from './queries.ts'

const pages = pagesBy({ at: 'time', id: 'id' })

type List = typeof api.notices.list

/** Pinned notices stand above the first page and on no other page. */
export async function listNotices(ctx: Ctx<'user'>, input: Static<List['input']>): Promise<Static<List['output']>> {
  const { owner } = ctx
  const before = pages.after(input.cursor)
  const pinned = before === null ? await findPinnedNotices(ctx.db, owner, ctx.now) : []
  const rows = await findOwnNotices(ctx.db, owner, { now: ctx.now, before, limit: pages.limit })
  const { shown, next } = pages.page(rows, (row) => ({ at: row.publishedAt, id: row.id }))
  return { items: [...pinned, ...shown].map((notice) => shownNotice(notice, ctx.language)), next }
}

function shownNotice(notice: OwnNotice, language: Language): Notice {
  const { id, publishedAt, isPinned, isRead } = notice
  const { title, blocks } = noticeTexts(notice, language)
  return {
    id: String(id),
    title,
    publishedAt: publishedAt.toISOString(),
    isPinned,
    isRead,
    summary: summaryOf(blocks),
    blocks,
  }
}

/** Returns how many are still unread, so that the bell need not ask. Marking twice changes nothing more. */
export function markRead(ctx: Ctx<'user'>, input: { id: string }): Promise<{ unread: number }> {
  const { owner } = ctx
  const isPublic = input.id === 'public'
  const noticeId = isPublic || input.id === 'all' ? null : Number(input.id)
  return inTx(ctx, async ({ db, now }) => {
    if (noticeId !== null && !(await isShown(db, owner, noticeId, now))) fail('object.unknown')
    await insertReads(db, owner, { noticeId, isPublic }, now)
    return { unread: await countUnread(db, owner, now) }
  })
}

export type PublicNotice = { title: string; isPinned: boolean; publishedAt: Date; blocks: NoticeBlock[] }

/** Notices for all users of a reseller, for a page without a signed-in user. */
export async function findPublicNotices(
  ctx: Pick<Ctx, 'db' | 'now' | 'language'>,
  resellerId: number,
): Promise<PublicNotice[]> {
  const rows = await findRows(ctx.db, resellerId, ctx.now, limits.listPageSize)
  return rows.map((row) => {
    const { isPinned, publishedAt } = row
    return { isPinned, publishedAt, ...noticeTexts(row, ctx.language) }
  })
}

/** A notice in the reader's language. */
function noticeTexts({ title, titles, body, bodies }: NoticeRow, language: Language) {
  return {
    title: inLanguage(title, titles, language),
    blocks: markdownBlocks(inLanguage(body, bodies, language)),
  }
}

/**
 * A reminder for the lock screen, in the account's language. Leaves out the first paragraphs: the first names the account,
 * and a lock screen is read by everybody.
 */
export async function loadNoticeText(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  owner: Owner,
  noticeId: number,
  skips = 1,
): Promise<{ title: string; body: string; language: Language } | null> {
  const notice = await loadOwnNotice(db, owner, noticeId, now)
  if (!notice) return null
  const { title, blocks } = noticeTexts(notice, notice.language)
  return { title, body: summaryOf(blocks.slice(skips)), language: notice.language }
}

/** For a deleted account: forgets what it has read and which notices were addressed to it. */
export async function forgetReads(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('noticeReads')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('noticeRecipients')
    .where((row) => row.and(own))
    .execute()
}
