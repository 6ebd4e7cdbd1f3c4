import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/page-cursor.ts'
import { summaryOf } from './markdown-blocks.ts'
import { noticeTexts } from './notice-texts.ts'
import { findOwnNotices, findPinnedNotices, type OwnNotice } from './queries.ts'

const pages = pagesBy({ at: 'time', id: 'id' })

type List = typeof api.notices.list

/** What is pinned stands above the first page and on no other. */
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
