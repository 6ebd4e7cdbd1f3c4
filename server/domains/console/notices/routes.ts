import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { markdownBlocks } from '../../notices/markdown-blocks.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import { listNotices, sendNoticeNow } from './calls.ts'
import { countReaders } from './find-readers.ts'
import { findOffered } from './offered-packages.ts'
import { publishTo } from './publish-to.ts'

const { notices } = consoleApi

export const noticeRoutes = [
  bind(notices.list, listNotices),
  bind(notices.packages, async (ctx) => ({ rows: await findOffered(ctx) })),
  bind(notices.preview, async (ctx, { body, audience }) => ({
    blocks: markdownBlocks(body),
    people: await countReaders(ctx, audience),
  })),
  bind(notices.publish, (ctx, input) => publishTo(ctx, input)),
  bind(notices.sendNow, sendNoticeNow),
  bind(notices.withdraw, async (ctx, { noticeId }) => {
    await withdrawNotice(ctx, { noticeId, resellerId: ctx.resellerId }, staffActor(ctx))
    return {}
  }),
]
