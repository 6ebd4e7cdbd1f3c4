import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Handler } from '../../platform/http/bind.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { mintTicket } from './tickets.ts'

const downloads: Limit = { name: 'download', points: limits.downloadsPerAccount, windowMs: 3_600_000 }

export const askTicket: Handler<typeof api.sessions.ticket> = async (ctx, { audience }) => {
  if (audience === 'download') await takeOne(ctx, downloads, `${ctx.resellerId}/${ctx.actor.accountId}`)
  const owner = { ...ctx.owner, sessionId: ctx.actor.sessionId }
  return {
    ticket: mintTicket(ctx.config.secretKey, owner, audience, ctx.now),
    expiresAt: new Date(ctx.now.getTime() + limits.ticketTtlMs).toISOString(),
  }
}
