import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { getUserInfo } from '../accounts/user-info.ts'
import { logIn } from './log-in.ts'
import { revokeSession } from './queries.ts'
import { mintTicket } from './tickets.ts'

export const sessionRoutes = [
  bind(api.sessions.login, logIn),
  bind(api.sessions.logout, async (ctx) => {
    await revokeSession(ctx.db, ctx.actor.sessionId, ctx.now)
    return {}
  }),
  bind(api.accounts.info, async (ctx) => {
    const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId, sessionId: ctx.actor.sessionId }
    return { ...(await getUserInfo(ctx, owner)), pass: mintTicket(ctx.config.secretKey, owner, 'usage', ctx.now) }
  }),
]
