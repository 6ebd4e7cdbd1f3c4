import { limits } from '../../../contract/limits.ts'
import { writeAudit } from '../../platform/audit.ts'
import { type Ctx, inTx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { markdownBlocks, summaryOf } from './markdown-blocks.ts'
import { insertNotice, type NewNotice } from './operator-queries.ts'

export type Wish = {
  /** Null: for all resellers. */
  resellerId: number | null
  title: string
  body: string
  isPinned: boolean
  /** Later than now: it waits till then. */
  publishedAt: Date | null
  expiresAt: Date | null
}
export type Published = { noticeId: number; title: string; summary: string; publishedAt: Date }

export function publishNotice(ctx: Pick<Ctx, 'db' | 'now'>, wish: Wish, actor: string): Promise<Published> {
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getReseller(tx, wish.resellerId)
    const notice = { ...wish, publishedAt: wish.publishedAt ?? ctx.now, body: wish.body.trim() }
    const summary = check(notice, ctx.now)
    const { title, publishedAt, resellerId } = notice
    const noticeId = await insertNotice(tx.db, notice)
    const entry = { resellerId, actor, action: 'notice.published', subject: noticeSubject(noticeId) }
    await writeAudit(tx.db, { ...entry, detail: { title } }, ctx.now)
    return { noticeId, title, summary, publishedAt }
  })
}

export function noticeSubject(noticeId: number): string {
  return `notice:${noticeId}`
}

/** Its summary, when all is well: the operator sees what its readers will see first. */
function check({ title, body, publishedAt, expiresAt }: NewNotice, now: Date): string {
  const fields: Record<string, string> = {}
  const isTitle = title.trim() === title && !/[\p{Cc}\p{Cf}]/u.test(title)
  if (!isTitle || title === '' || [...title].length > limits.noticeTitleMax)
    fields['title'] = `1 to ${limits.noticeTitleMax} plain characters`
  const isBody = !body.includes('\0') && [...body].length <= limits.noticeBodyMax
  const blocks = isBody ? markdownBlocks(body) : []
  if (blocks.length === 0) fields['body'] = `Markdown with words in it, up to ${limits.noticeBodyMax} characters`
  if (expiresAt && expiresAt <= (publishedAt > now ? publishedAt : now))
    fields['expires'] = 'later than the publication'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return summaryOf(blocks)
}
