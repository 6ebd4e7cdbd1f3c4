import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { issueCaptcha } from '../sign-in/captcha/issue-captcha.ts'
import { askTicket } from './ask-ticket.ts'
import { changePassword } from './change-password.ts'
import { signOut, revokeOwnSessions } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { showPush, startPush, stopPush } from './push/own-devices.ts'
import { redeemTicket } from './spend-ticket.ts'

export const sessionRoutes = [
  bind(api.sessions.captcha, issueCaptcha),
  bind(api.sessions.logout, signOut),
  bind(api.sessions.list, listSessions),
  bind(api.sessions.revoke, revokeOwnSessions),
  bind(api.sessions.changePass, changePassword),
  bind(api.sessions.ticket, askTicket),
  bind(api.sessions.redeemTicket, redeemTicket),
  bind(api.push.show, showPush),
  bind(api.push.start, startPush),
  bind(api.push.stop, stopPush),
]
