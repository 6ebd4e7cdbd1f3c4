import type { FastifyReply, FastifyRequest } from 'fastify'

import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { spendProof } from '../sign-in/spend-proof.ts'
import { loadFamilyOfSession, loadUserName } from './queries.ts'
import { readTicket, type TicketAudience, type TicketOwner } from './tickets.ts'

/**
 * Returns the ticket's owner; refuses with `ticket.spent` what is old, used, forged, for another purpose, or of an
 * ended session. Uses up only a valid ticket. Not inside a transaction.
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

/** Tells a partner's page which user to show, once per ticket. */
export async function redeemTicket(ctx: Ctx<'partner'>, input: { ticket: string }) {
  const audience = 'usage'
  const owner = await spendTicket(ctx, input.ticket, audience)
  const userName = (await loadUserName(ctx.db, owner)) ?? fail('object.unknown')
  return { userName, dailiKey: owner.resellerId, audience }
}

/** The ticket replaces the token where a browser opens an address itself, without our script. */
export function ticketOf(request: FastifyRequest): string {
  const { ticket } = request.query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : ''
}

/** Answers an invalid ticket with a page instead of the envelope, because a person sees it. */
export type SendTicketPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
