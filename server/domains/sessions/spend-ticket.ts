import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadFamilyOfSession } from './queries.ts'
import { spendProof } from '../../platform/spend-proof.ts'
import { readTicket, type TicketAudience, type TicketOwner } from './tickets.ts'

/**
 * Whose ticket this is; refuses with `ticket.spent` what is old, used, forged, for another purpose, or of a session
 * that has ended. Only a ticket that is good is used up. Not inside a transaction.
 */
export async function spendTicket(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  ticket: string,
  audience: TicketAudience,
): Promise<TicketOwner> {
  const claims = readTicket(ctx.config.secretKey, ticket)
  if (!claims || claims.audience !== audience || claims.expiresAt <= ctx.now) fail('ticket.spent')
  const { resellerId, accountId, sessionId } = claims
  const seenAfter = new Date(ctx.now.getTime() - limits.sessionIdleMs)
  const session = await loadFamilyOfSession(ctx.db, { resellerId, accountId }, sessionId, { now: ctx.now, seenAfter })
  if (!session || !(await spendProof(ctx, 'ticket', claims.nonce))) fail('ticket.spent')
  return { resellerId, accountId, sessionId }
}
