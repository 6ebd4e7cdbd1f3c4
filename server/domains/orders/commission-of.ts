import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { floorShare } from '../packages/shares.ts'
import { loadInvited } from './queries.ts'

type Commission = { inviterId: number | null; commissionFen: number }

/** Frozen on the order: who invited the buyer and for how much, out of the reseller's margin and never beyond it. */
export async function commissionOf(
  ctx: { db: Queryable },
  owner: Owner,
  price: { totalFen: number; wholesaleFen: number },
): Promise<Commission> {
  const { inviterId, commissionPercent } = await loadInvited(ctx.db, owner)
  if (inviterId === null) return { inviterId: null, commissionFen: 0 }
  const marginFen = Math.max(0, price.totalFen - price.wholesaleFen)
  return { inviterId, commissionFen: Math.min(marginFen, floorShare(price.totalFen, commissionPercent, 100)) }
}
