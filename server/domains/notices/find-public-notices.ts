import type { NoticeBlock } from '../../../contract/notices.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { noticeTexts } from './notice-texts.ts'
import { findPublicNotices as findRows } from './queries.ts'

export type PublicNotice = { title: string; isPinned: boolean; publishedAt: Date; blocks: NoticeBlock[] }

/** What a reseller's users are told now, for a page that knows no user. */
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
