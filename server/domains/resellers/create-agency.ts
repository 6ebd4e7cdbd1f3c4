import type { Tx } from '../../platform/db.ts'

export type NewAgency = { ownerResellerId: number; ownerAccountId: number; name: string; contact: string }

/** A reseller of its own for a user account, off the whitelist until the operator approves it. */
export async function createAgency(ctx: { db: Tx; now: Date }, agency: NewAgency): Promise<{ resellerId: number }> {
  const [row] = await ctx.db.query<{ id: number }>({
    name: 'resellers.create_agency',
    text: `insert into resellers (id, owner_reseller_id, owner_account_id, created_at)
      values (nextval('reseller_keys'), $1, $2, $3) returning id`,
    values: [agency.ownerResellerId, agency.ownerAccountId, ctx.now],
  })
  return { resellerId: row!.id }
}
