import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { listNotices, markRead } from './own-notices.ts'
import { setReminder, showReminders } from './reminders/settings.ts'

export const noticeRoutes = [
  bind(api.notices.list, listNotices),
  bind(api.notices.read, markRead),
  bind(api.notices.reminders, showReminders),
  bind(api.notices.remind, setReminder),
]
