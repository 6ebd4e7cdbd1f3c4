import type { Owner } from '../../platform/context.ts'
import { columnsOf } from '../../platform/db/db-rows.ts'
import type { Tx } from '../../platform/db/db.ts'
import { PIECE_COLUMNS } from './piece-store.ts'
import { SUBSCRIPTION } from './subscription-store.ts'
import type { Subscription } from './subscription.ts'

export type Imported = Owner & { subscription: Subscription }

const COLUMNS = columnsOf(SUBSCRIPTION)
const NAMES = COLUMNS.map(({ column }) => column)
const PIECE_NAMES = PIECE_COLUMNS.map(({ column }) => column)

/**
 * Writes what accounts had at the panel that they came from, or have there by now. Leaves alone who has bought, got or
 * redeemed something here since, or is paused, and returns only the others.
 */
export async function saveImported(
  ctx: { db: Tx; now: Date },
  resellerId: number,
  imported: readonly Imported[],
): Promise<number[]> {
  const rows = imported.map(({ accountId, subscription }) => ({
    account_id: accountId,
    ...Object.fromEntries(COLUMNS.map(({ column, name }) => [column, subscription[name as keyof Subscription]])),
  }))
  const saved = await ctx.db.query<{ accountId: number }>({
    name: 'packages.save_imported',
    text: `insert into subscriptions (reseller_id, account_id, ${NAMES.join(', ')})
      select $1, i.account_id, ${NAMES.map((column) => `i.${column}`).join(', ')}
      from jsonb_populate_recordset(null::subscriptions, $2) i
      on conflict (reseller_id, account_id) do update set ${NAMES.map((column) => `${column} = excluded.${column}`).join(', ')}
        where subscriptions.revision <= 1 and subscriptions.last_piece <= 1 and subscriptions.banked_seconds = 0
          and not exists (select from subscription_pieces p where p.reseller_id = subscriptions.reseller_id
            and p.account_id = subscriptions.account_id and num_nonnulls(p.order_id, p.card_id, p.gift_id) > 0)
      returning account_id`,
    values: [resellerId, JSON.stringify(rows)],
  })
  const ids = saved.map(({ accountId }) => accountId)
  const isSaved = new Set(ids)
  await replacePieces(
    ctx,
    resellerId,
    imported.filter(({ accountId }) => isSaved.has(accountId)),
  )
  return ids
}

async function replacePieces(ctx: { db: Tx; now: Date }, resellerId: number, imported: readonly Imported[]) {
  await forgetPieces(
    ctx,
    resellerId,
    imported.map(({ accountId }) => accountId),
  )
  const rows = imported.flatMap(({ accountId, subscription }) =>
    subscription.pieces.map((piece) => ({
      account_id: accountId,
      ...Object.fromEntries(PIECE_COLUMNS.map(({ column, name }) => [column, piece[name as keyof typeof piece]])),
    })),
  )
  await ctx.db.query({
    name: 'packages.save_imported_pieces',
    text: `insert into subscription_pieces (reseller_id, account_id, created_at, ${PIECE_NAMES.join(', ')})
      select $1, i.account_id, $2, ${PIECE_NAMES.map((column) => `i.${column}`).join(', ')}
      from jsonb_populate_recordset(null::subscription_pieces, $3) i`,
    values: [resellerId, ctx.now, JSON.stringify(rows)],
  })
}

/** Also when an import is undone, of accounts that have bought nothing here. */
export async function forgetPieces(
  { db }: { db: Tx },
  resellerId: number,
  accountIds: readonly number[],
): Promise<void> {
  await db.query({
    name: 'packages.forget_imported_pieces',
    text: `delete from subscription_pieces where reseller_id = $1 and account_id = any($2::bigint[])`,
    values: [resellerId, accountIds],
  })
}
