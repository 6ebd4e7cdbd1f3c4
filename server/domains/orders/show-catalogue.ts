import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findOwnTrials } from '../gifts/trials/find-trials.ts'
import { soldBy } from '../nodes/sold-by.ts'
import { findCatalogue } from './find-catalogue.ts'

const SOLD_LATELY_MS = 30 * 86_400_000
/** Fewer sales are chance, and the reader's own purchases say nothing about others. */
const BEST_SELLER_SALES = 5

/** The catalogue with data from orders, nodes and gifts, domains that packages may not import. */
export async function showCatalogue(ctx: Ctx<'user'>): Promise<Static<typeof api.packages.list.output>> {
  const since = new Date(ctx.now.getTime() - SOLD_LATELY_MS)
  const { owner } = ctx
  const bestSeller = await loadBestSeller(ctx.db, owner, { since, atLeast: BEST_SELLER_SALES })
  const hasSpeed = await isSpeedEnforced(ctx.db, ctx.resellerId)
  return { ...(await findCatalogue(ctx, { bestSeller, hasSpeed })), trials: await findOwnTrials(ctx) }
}

type Sales = { since: Date; atLeast: number }

/** The plan most often sold to others since then, if sold often enough; the lower place wins a tie. */
async function loadBestSeller(db: Queryable, reader: Owner, { since, atLeast }: Sales): Promise<number | null> {
  const rows = await db.query<{ packageId: number }>({
    name: 'orders.best_seller',
    text: `select o.package_id from orders o join packages p on p.id = o.package_id
      where o.reseller_id = $1 and o.account_id <> $2 and o.settled_at > $3 and o.state = 'paid' and p.kind = 'plan'
      group by o.package_id, p.place having count(*) >= $4 order by count(*) desc, p.place, o.package_id limit 1`,
    values: [reader.resellerId, reader.accountId, since, atLeast],
  })
  return rows[0]?.packageId ?? null
}

/** Whether a reseller's users may use a node that enforces a speed: only foreign agents do. */
async function isSpeedEnforced(db: Queryable, resellerId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'orders.speed_enforced',
    text: `select 1 as one from nodes n where n.connection = 'uniproxy' and n.removed_at is null and ${soldBy('$1')} limit 1`,
    values: [resellerId],
  })
  return rows.length > 0
}
