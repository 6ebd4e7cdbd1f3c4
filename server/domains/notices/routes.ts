import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { listNotices } from './list-notices.ts'
import { markRead } from './mark-read.ts'

export const noticeRoutes = [bind(api.notices.list, listNotices), bind(api.notices.read, markRead)]
