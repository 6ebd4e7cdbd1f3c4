import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { loadPage } from '../../lists/list-page.ts'
import { markdownBlocks } from '../../notices/markdown-blocks.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import { noticeSubject } from '../../notices/waiting-notices.ts'
import { countReaders } from './find-readers.ts'
import { findOffered } from './offered-packages.ts'
import { publishTo } from './publish-to.ts'
import { type ListedNotice, noticeList } from './queries.ts'
import { reminderTextRoutes } from './reminder-texts.ts'
import { sendToMe } from './send-to-me.ts'
import { sendWaiting } from './send-waiting.ts'
import { showNotice } from './show-notice.ts'

const { notices } = consoleApi

export const noticeRoutes = [
  bind(notices.list, async (ctx, input) => {
    const query = noticeList(ctx.resellerId, ctx.now, input)
    const { rows, ...page } = await loadPage<ListedNotice, 'publishedAt'>(ctx, query, input)
    return { rows: rows.map((row) => showNotice(row, ctx)), ...page }
  }),
  bind(notices.packages, async (ctx) => ({ rows: await findOffered(ctx) })),
  bind(notices.preview, async (ctx, { body, audience }) => ({
    blocks: markdownBlocks(body),
    people: await countReaders(ctx, audience),
  })),
  bind(notices.sendToMe, sendToMe),
  bind(notices.publish, publishTo),
  bind(notices.sendNow, async (ctx, { noticeId }) => {
    const { resellerId, now } = ctx
    await inTx(ctx, async (tx) => {
      if (!(await sendWaiting(tx, { resellerId, noticeId }))) fail('object.unknown')
      const entry = { resellerId, actor: staffActor(ctx), action: 'notice.sent', subject: noticeSubject(noticeId) }
      await writeAudit(tx.db, entry, now)
    })
  }),
  bind(notices.withdraw, (ctx, { noticeId }) =>
    withdrawNotice(ctx, { noticeId, resellerId: ctx.resellerId }, staffActor(ctx)),
  ),
  ...reminderTextRoutes,
]
