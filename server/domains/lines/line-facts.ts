import type { TicketFacts } from '../../../contract/tickets.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { nodeState } from './node-state.ts'
import { findLineRows } from './queries.ts'

/** Support needs the lines in use; a longer list would only hide them. */
const SHOWN_MAX = 20

/** What support asks first: the state of each line and of its node, and the last byte. */
export async function findLineFacts(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'language'>,
  owner: Owner,
): Promise<TicketFacts['lines']> {
  const rows = await findLineRows(ctx.db, owner, { now: ctx.now, timeZone: ctx.config.businessTz })
  return rows.slice(0, SHOWN_MAX).map((row) => ({
    node: inLanguage(row.nodeName, row.nodeNames, ctx.language),
    region: row.region,
    state: row.state,
    reason: row.reason,
    nodeState: nodeState(row, ctx.now),
    lastByteAt: row.lastConnectedAt?.toISOString() ?? null,
  }))
}
