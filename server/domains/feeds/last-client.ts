import type { TicketFacts } from '../../../contract/tickets.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { loadVisit } from './queries.ts'

/** The client that last fetched the feed. */
export async function loadLastClient(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<TicketFacts['client']> {
  const visit = await loadVisit(ctx.db, owner)
  return visit?.client && visit.fetchedAt ? { name: visit.client, fetchedAt: visit.fetchedAt.toISOString() } : null
}
