import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { installFirstFor } from '../lines/install-first.ts'

/**
 * The job that installs the first lines of buyers who left before the page that asks for them. The page comes first: the
 * browser knows how far the nodes are. It looks once a minute instead of being told by each purchase, which then has a
 * row less to write.
 */
export async function installFirstLines(ctx: JobCtx): Promise<void> {
  for (const owner of await findWithoutLines(ctx.db, ctx.now)) {
    // One that fails must not block the others.
    await installFirstFor(ctx, owner).catch((err: unknown) => ctx.log.error({ err, ...owner }, 'no first lines'))
  }
}

/**
 * Who began a package between a day and a minute ago and has had no line since. The latest first: should there be many
 * for whom there is no room, they take no other's turn.
 */
function findWithoutLines(db: Db, now: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'orders.without_lines',
    text: `select o.reseller_id, o.account_id
      from orders o
      join subscriptions s on s.reseller_id = o.reseller_id and s.account_id = o.account_id
      where o.created_at > $1::timestamptz - interval '25 hours' and o.settled_at > $1::timestamptz - interval '1 day'
        and o.settled_at <= $1::timestamptz - interval '1 minute' and o.action = 'new' and o.state = 'paid' and s.line_limit > 0
        and not exists (select from lines l where l.reseller_id = o.reseller_id and l.account_id = o.account_id
          and (l.state <> 'removed' or l.created_at >= o.settled_at))
      order by o.settled_at desc, o.id limit 500`,
    values: [now],
  })
}
