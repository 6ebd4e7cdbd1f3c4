import type { Agency } from '../../../contract/agencies.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { loadAgencyRow, loadOpenedBy, loadOwnerRow, type AgencyOwner, type NamedOwner } from './agency-queries.ts'
import { resellerLinks } from './reseller-links.ts'

/** The reseller that an account runs, as its owner sees it. */
export async function loadAgency(ctx: Pick<Ctx, 'db' | 'config'>, owner: AgencyOwner): Promise<Agency | null> {
  const row = await loadAgencyRow(ctx.db, owner)
  if (!row) return null
  const linkTo = await resellerLinks(ctx, row.id)
  return {
    daili_id: row.id,
    app_key: writeAppKey(row.id),
    name: row.agencyName ?? '',
    portalUrl: linkTo('/login'),
    approved: row.isWhitelisted,
    suspended: row.suspendedAt !== null,
    openedAt: row.createdAt.toISOString(),
  }
}

export async function ownsAgency(ctx: { db: Queryable }, owner: AgencyOwner): Promise<boolean> {
  return (await loadAgencyRow(ctx.db, owner)) !== null
}

/** The agency that an order has opened. */
export function loadAgencyOfOrder(ctx: { db: Queryable }, orderId: string): Promise<number | null> {
  return loadOpenedBy(ctx.db, orderId)
}

/** Who runs a reseller; null for the platform's own. */
export function loadAgencyOwner(ctx: { db: Queryable }, resellerId: number): Promise<NamedOwner | null> {
  return loadOwnerRow(ctx.db, resellerId)
}
