import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { noticeSubject } from '../../notices/waiting-notices.ts'
import { loadPage } from '../lists/list-page.ts'
import { type ListedNotice, noticeList } from './queries.ts'
import { sendWaiting } from './send-waiting.ts'
import { showNotice } from './show-notice.ts'

const { notices } = consoleApi

export const listNotices: Handler<typeof notices.list> = async (ctx, input) => {
  const query = noticeList(ctx.resellerId, ctx.now, input)
  const { rows, ...page } = await loadPage<ListedNotice, 'publishedAt'>(ctx, query, input)
  return { rows: rows.map((row) => showNotice(row, ctx.now)), ...page }
}

export const sendNoticeNow: Handler<typeof notices.sendNow> = async (ctx, { noticeId }) => {
  const { resellerId, now } = ctx
  await inTx(ctx, async (tx) => {
    if (!(await sendWaiting(tx, { resellerId, noticeId }))) fail('object.unknown')
    const entry = { resellerId, actor: staffActor(ctx), action: 'notice.sent', subject: noticeSubject(noticeId) }
    await writeAudit(tx.db, entry, now)
  })
  return {}
}
