import type { Ctx, Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'

/** A user whom the operator blocked can sign in, read and withdraw, but not buy, top up or resume. */
export async function refuseBlocked(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<void> {
  refuseBlock(await loadBlock(ctx.db, owner))
}

/** For callers that have already loaded the reason (null: not blocked). */
export function refuseBlock(reason: string | null): void {
  if (reason !== null) fail('account.blocked', { data: { reason } })
}

async function loadBlock(db: Queryable, { resellerId, accountId }: Owner): Promise<string | null> {
  const rows = await db.query<{ blockedReason: string | null }>({
    name: 'accounts.block',
    text: `select blocked_reason from accounts where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0]?.blockedReason ?? null
}

type Block = { reason: string; now: Date }

/** Returns false when nothing changed. */
export async function setBlock(db: Tx, { resellerId, accountId }: Owner, block: Block | null): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.set_block',
    text: `update accounts set blocked_at = $3, blocked_reason = $4
      where reseller_id = $1 and id = $2 and deleted_at is null and (blocked_at is null) = ($3::timestamptz is not null)
      returning id`,
    values: [resellerId, accountId, block?.now ?? null, block?.reason ?? null],
  })
  return rows.length === 1
}
