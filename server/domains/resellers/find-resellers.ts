import type { Ctx } from '../../platform/context.ts'
import { findDomainRows, findResellerRows, type DomainRow, type ResellerRow } from './settings-queries.ts'

/** For operators: across all resellers. */
export function findResellers(ctx: Pick<Ctx, 'db'>): Promise<ResellerRow[]> {
  return findResellerRows(ctx.db)
}

export function findDomains(ctx: Pick<Ctx, 'db'>, resellerId: number | null): Promise<DomainRow[]> {
  return findDomainRows(ctx.db, resellerId)
}
