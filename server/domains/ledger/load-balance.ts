import type { Queryable } from '../../platform/db.ts'
import type { LedgerKind } from './ledger-kinds.ts'
import { loadBalance, loadTotal } from './queries.ts'

export type LedgerOwner = { kind: LedgerKind; resellerId: number | null; accountId?: number }

/** 0 for an account that nothing was ever posted to. */
export async function loadBalanceFen(ctx: { db: Queryable }, owner: LedgerOwner): Promise<number> {
  // The platform's own accounts are split in several rows.
  if (owner.kind === 'platform' || owner.kind === 'outside') return loadTotal(ctx.db, owner.kind)
  return (await loadBalance(ctx.db, codeOf(owner))) ?? 0
}

export function codeOf(owner: LedgerOwner): string {
  return [owner.kind, owner.resellerId, owner.accountId].filter((part) => part != null).join(':')
}
