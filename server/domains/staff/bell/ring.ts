import type { Ctx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { hasRung, sendRing, type NewRing } from './queries.ts'

/**
 * Rings in the transaction of the event, once per key. A team is a reseller's, or with null the platform's. Key 0 has
 * no team: the platform's staff see its trade in its office.
 */
export function ring(ctx: { db: Tx; now: Date }, team: number | null, event: NewRing): void {
  if (team !== 0) sendRing(ctx.db, team, event, ctx.now)
}

/** For what would ring again and again while it lasts. */
export function hasRungSince(
  ctx: Pick<Ctx, 'now'> & { db: Queryable },
  team: number,
  kind: NewRing['kind'],
  withinMs: number,
): Promise<boolean> {
  return hasRung(ctx.db, team, kind, new Date(ctx.now.getTime() - withinMs))
}
