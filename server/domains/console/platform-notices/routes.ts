import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { markdownBlocks } from '../../notices/markdown-blocks.ts'
import { listPlatformNotices, publishPlatformNotice, withdrawPlatformNotice, listTold, readTold } from './calls.ts'

const { platformNotices, told } = consoleApi

export const platformNoticeRoutes = [
  bind(platformNotices.list, listPlatformNotices),
  bind(platformNotices.preview, async (_ctx, { body }) => ({ blocks: markdownBlocks(body) })),
  bind(platformNotices.publish, publishPlatformNotice),
  bind(platformNotices.withdraw, withdrawPlatformNotice),
  bind(told.list, listTold),
  bind(told.read, readTold),
]
