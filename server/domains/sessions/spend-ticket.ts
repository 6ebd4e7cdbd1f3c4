import type { FastifyReply, FastifyRequest } from 'fastify'

import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { spendProof } from '../../platform/spend-proof.ts'
import { loadFamilyOfSession, loadUserName } from './queries.ts'
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

/** A partner's page learns whose page it is to show, this one time. */
export async function redeemTicket(ctx: Ctx<'partner'>, input: { ticket: string }) {
  const audience = 'usage'
  const owner = await spendTicket(ctx, input.ticket, audience)
  const userName = (await loadUserName(ctx.db, owner)) ?? fail('object.unknown')
  return { userName, dailiKey: owner.resellerId, audience }
}

/** The ticket that stands for the token where a browser opens an address itself, without our script. */
export function ticketOf(request: FastifyRequest): string {
  const { ticket } = request.query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : ''
}

/** What answers a ticket that is no longer good: a page in place of the envelope, since a person looks at it. */
export type SendTicketPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
