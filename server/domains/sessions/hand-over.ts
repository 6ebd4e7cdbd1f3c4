import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { spendProof } from '../sign-in/spend-proof.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { loadFamilyOfSession } from './queries.ts'
import { readTicket } from './tickets.ts'

type Input = Static<typeof api.sessions.handover.input>

/**
 * Goes on in another browser with a ticket of a live session: one use, 60 seconds, the same brand. The new session is as
 * weak as a remembered one, because nobody typed the password here. Only our own tickets get the more exact refusals.
 */
export async function handOver(ctx: Ctx<'public'>, { ticket, dailiKey }: Input): Promise<OpenedSession> {
  const claims = readTicket(ctx.config.secretKey, ticket)
  if (!claims || claims.audience !== 'handover') return fail('ticket.spent')
  if (claims.resellerId !== dailiKey) fail('ticket.other_brand')
  if (claims.expiresAt <= ctx.now) fail('ticket.late')
  const { resellerId, accountId, sessionId } = claims
  const seenAfter = new Date(ctx.now.getTime() - limits.sessionIdleMs)
  const isLive = await loadFamilyOfSession(ctx.db, { resellerId, accountId }, sessionId, { now: ctx.now, seenAfter })
  if (!isLive) fail('ticket.session_over')
  if (!(await spendProof(ctx, 'ticket', claims.nonce))) fail('ticket.spent')
  return openSession(ctx, { resellerId, accountId }, 'remembered')
}
