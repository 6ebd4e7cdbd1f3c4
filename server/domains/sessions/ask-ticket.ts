import { api } from '../../../contract/api.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Handler } from '../../platform/http/bind.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { mintTicket } from './tickets.ts'

const downloads: Limit = { name: 'download', points: limits.downloadsPerAccount, windowMs: HOUR_MS }
/** A page that offers to leave a chat app asks for one every 45 seconds. */
const handovers: Limit = { name: 'handover', points: 240, windowMs: HOUR_MS }

export const askTicket: Handler<typeof api.sessions.ticket> = async (ctx, { audience }) => {
  const account = `${ctx.resellerId}/${ctx.actor.accountId}`
  if (audience === 'download') await takeOne(ctx, downloads, account)
  if (audience === 'handover') await takeOne(ctx, handovers, account)
  const owner = { ...ctx.owner, sessionId: ctx.actor.sessionId }
  return {
    ticket: mintTicket(ctx.config.secretKey, owner, audience, ctx.now),
    expiresAt: new Date(ctx.now.getTime() + limits.ticketTtlMs).toISOString(),
  }
}
