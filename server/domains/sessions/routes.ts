import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { bind } from '../../platform/http/bind.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { issueCaptcha } from '../sign-in/captcha/issue-captcha.ts'
import { changePassword } from './change-password.ts'
import { logOut, revokeOwnSessions } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { redeemTicket } from './spend-ticket.ts'
import { mintTicket } from './tickets.ts'

const downloads: Limit = { name: 'download', points: limits.downloadsPerAccount, windowMs: 3_600_000 }

export const sessionRoutes = [
  bind(api.sessions.captcha, issueCaptcha),
  bind(api.sessions.logout, logOut),
  bind(api.sessions.list, listSessions),
  bind(api.sessions.revoke, revokeOwnSessions),
  bind(api.sessions.changePass, changePassword),
  bind(api.sessions.ticket, async (ctx, { audience }) => {
    if (audience === 'download') await takeOne(ctx, downloads, `${ctx.resellerId}/${ctx.actor.accountId}`)
    const owner = { ...ctx.owner, sessionId: ctx.actor.sessionId }
    return {
      ticket: mintTicket(ctx.config.secretKey, owner, audience, ctx.now),
      expiresAt: new Date(ctx.now.getTime() + limits.ticketTtlMs).toISOString(),
    }
  }),
  bind(api.sessions.redeemTicket, redeemTicket),
]
