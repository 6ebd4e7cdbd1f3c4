import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { LedgerKind, EntryKind } from './ledger-kinds.ts'

type LedgerOwner = { kind: LedgerKind; resellerId: number | null; accountId?: number }

/** Returns 0 for an account without postings. */
export async function loadBalanceFen(ctx: { db: Queryable }, owner: LedgerOwner): Promise<number> {
  // The platform's own accounts are split into several rows.
  if (owner.kind === 'platform' || owner.kind === 'outside') return loadTotal(ctx.db, owner.kind)
  return (await loadBalance(ctx.db, codeOf(owner))) ?? 0
}

export function codeOf(owner: LedgerOwner): string {
  return [owner.kind, owner.resellerId, owner.accountId].filter((part) => part != null).join(':')
}

type CommissionFen = { pendingFen: number; confirmedFen: number; heldFen: number; usedFen: number }

/** Loads what one user earned by inviting, by where the money is now. */
export async function loadCommissionFen(ctx: { db: Queryable }, owner: Owner): Promise<CommissionFen> {
  const movedFen = await loadMovedFen(ctx, { kind: 'commission', ...owner }, 'commission_to_balance')
  const paidFen = await loadMovedFen(ctx, { kind: 'hold', ...owner }, 'withdraw_paid')
  return {
    pendingFen: await loadBalanceFen(ctx, { kind: 'commission_pending', ...owner }),
    confirmedFen: await loadBalanceFen(ctx, { kind: 'commission', ...owner }),
    heldFen: await loadBalanceFen(ctx, { kind: 'hold', ...owner }),
    usedFen: 0 - movedFen - paidFen,
  }
}

/** Sums what transactions of one kind did to one account; negative when they took from it. */
function loadMovedFen(ctx: { db: Queryable }, owner: LedgerOwner, kind: EntryKind): Promise<number> {
  return loadSum(ctx.db, codeOf(owner), kind)
}

export async function loadBalance(db: Queryable, code: string): Promise<number | null> {
  const rows = await db.query<{ balanceFen: number }>({
    name: 'ledger.balance',
    text: `select balance_fen from ledger_accounts where code = $1`,
    values: [code],
  })
  return rows[0]?.balanceFen ?? null
}

async function loadSum(db: Queryable, code: string, kind: string): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'ledger.sum',
    text: `select coalesce(sum(p.amount_fen), 0)::bigint as sum_fen from ledger_accounts a
      join ledger_postings p on p.ledger_account_id = a.id join ledger_transactions t on t.id = p.transaction_id
      where a.code = $1 and t.kind = $2`,
    values: [code, kind],
  })
  return rows[0]!.sumFen
}

async function loadTotal(db: Queryable, kind: LedgerKind): Promise<number> {
  const rows = await db.query<{ totalFen: number }>({
    name: 'ledger.total',
    text: `select coalesce(sum(balance_fen), 0)::bigint as total_fen from ledger_accounts where kind = $1 and reseller_id is null`,
    values: [kind],
  })
  return rows[0]?.totalFen ?? 0
}
