import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import { findDomainRows, findResellerRows, type DomainRow, type ResellerRow } from './settings-queries.ts'

/** For operators: across all resellers. */
export function findResellers(ctx: Pick<Ctx, 'db'>): Promise<ResellerRow[]> {
  return findResellerRows(ctx.db)
}

export function findDomains(ctx: Pick<Ctx, 'db'>, resellerId: number | null): Promise<DomainRow[]> {
  return findDomainRows(ctx.db, resellerId)
}

/**
 * Resellers whose users have nobody to ask: no contact, no page of their own, and no operator contact as a fallback.
 */
export async function findWithoutContact(ctx: Pick<Ctx, 'db'> & { config: Config }): Promise<number[]> {
  if (ctx.config.operatorContact !== null) return []
  const rows = await findResellerRows(ctx.db)
  return rows.filter(({ contact, kfUrl, suspendedAt }) => !contact && !kfUrl && !suspendedAt).map(({ id }) => id)
}
