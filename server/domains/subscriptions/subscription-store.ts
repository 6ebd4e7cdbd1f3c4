import type { Owner } from '../../platform/context.ts'
import { columnsOf } from '../../platform/db/db-rows.ts'
import { together, type Queryable, type Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Period } from '../catalogue/period.ts'
import { findPieces, piecesOf, sendPieces, withPieces, type StoredPiece } from './piece-store.ts'
import { HELD_WHOLESALE } from './step-down.ts'
import type { Subscription } from './subscription.ts'

export const SUBSCRIPTION = `s.revision, s.package_id, s.period, s.expires_at, s.starts_by, s.banked_seconds, s.used_bytes, s.total_bytes, s.pack_bytes,
  s.month_bytes, s.paid_fen, s.paid_wholesale_fen, s.paid_seconds, s.paid_bytes, s.expiry_day, s.reset_day, s.next_reset_at,
  s.device_limit, s.line_limit, s.speed_class, s.piece_revision, s.last_piece`

/** The stored row: without the pieces, and without the pause, which belongs to the account. */
export type SubscriptionRow = Omit<Subscription, 'pausedAt' | 'pieces'>

/** The subscription of an account that has bought nothing yet. */
export const NO_SUBSCRIPTION: Subscription = {
  pausedAt: null,
  packageId: null,
  period: null,
  expiresAt: null,
  startsBy: null,
  bankedSeconds: 0,
  usedBytes: 0,
  totalBytes: 0,
  packBytes: 0,
  monthBytes: 0,
  paidFen: 0,
  paidWholesaleFen: 0,
  paidSeconds: 0,
  paidBytes: 0,
  expiryDay: null,
  resetDay: null,
  nextResetAt: null,
  deviceLimit: 0,
  lineLimit: 0,
  speedClass: 'standard',
  revision: 0,
  pieceRevision: null,
  lastPiece: 0,
  pieces: [],
}

export async function getSubscription(ctx: { db: Queryable }, owner: Owner): Promise<Subscription> {
  return (await loadSubscriptionRow(ctx.db, owner)) ?? NO_SUBSCRIPTION
}

type Shown = {
  pausedAt: Date | null
  autoRenew: boolean
  earlyRenewFen: number | null
  nextPackageId: number | null
  nextPeriod: Period | null
  heldWholesaleFen: number | null
}

export async function loadSubscriptionRow(
  db: Queryable,
  { resellerId, accountId }: Owner,
): Promise<(Subscription & Shown) | null> {
  const rows = await db.query<SubscriptionRow & Shown & { pieces: StoredPiece[] }>({
    name: 'packages.subscription',
    text: `select ${SUBSCRIPTION}, s.auto_renew, s.early_renew_fen, s.next_package_id, s.next_period, ${HELD_WHOLESALE} as held_wholesale_fen,
        a.paused_at, ${piecesOf('s')} as pieces
      from subscriptions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      where s.reseller_id = $1 and s.account_id = $2`,
    values: [resellerId, accountId],
  })
  const row = rows[0]
  return row ? withPieces(row, row.pieces) : null
}

/**
 * Locks the subscription until the transaction ends. Call it before any post: the ledger's accounts are locked last.
 * Locks the account's row first, as a pause does, so that the paused state is as current as the rest.
 */
export async function lockSubscription(
  { db }: { db: Tx },
  { resellerId, accountId }: Owner,
  pieces: 'running' | 'all' = 'running',
): Promise<Subscription> {
  const values = [resellerId, accountId]
  const [[account], , [row], stored] = await together([
    db.query<{ pausedAt: Date | null }>({
      name: 'packages.lock_account',
      text: `select paused_at from accounts where reseller_id = $1 and id = $2 for share`,
      values,
    }),
    db.query({
      name: 'packages.make_subscription',
      text: `insert into subscriptions (reseller_id, account_id) values ($1, $2) on conflict do nothing`,
      values,
    }),
    db.query<SubscriptionRow>({
      name: 'packages.lock_subscription',
      text: `select ${SUBSCRIPTION} from subscriptions s where s.reseller_id = $1 and s.account_id = $2 for update`,
      values,
    }),
    // A statement of its own: inside the one before, it would see the pieces as of when that began to wait.
    findPieces(db, { resellerId, accountId }, pieces === 'all'),
  ])
  return withPieces({ ...row!, pausedAt: account?.pausedAt ?? null }, stored)
}

const COLUMNS = columnsOf(SUBSCRIPTION)
const placeOf = (column: string) => `$${COLUMNS.findIndex(({ name }) => name === column) + 3}`
const PACKAGE_AT = placeOf('packageId')
/** What was uploaded is part of what was used, and starts again with it. */
const KEEP_UP = `used_up_bytes = case when ${placeOf('usedBytes')} < used_bytes then 0 else used_up_bytes end`
/** A wish for the next period, or for an early one, ends with the package that it was made for. */
const KEEP_NEXT = ['next_package_id', 'next_period', 'early_renew_fen']
  .map((column) => `${column} = case when package_id is not distinct from ${PACKAGE_AT} then ${column} end`)
  .join(', ')

/**
 * Only for the result of `lockSubscription`: otherwise traffic counted meanwhile would be lost. `hasLines` is false
 * when it is known under that lock that there are no lines to update.
 */
export async function saveSubscription(
  ctx: { db: Tx; now: Date },
  owner: Owner,
  subscription: Subscription,
  hasLines = true,
): Promise<void> {
  const { pausedAt: _pausedAt, pieces, ...columns } = subscription
  ctx.db.send({
    name: 'packages.save_subscription',
    text: `update subscriptions set ${COLUMNS.map(({ column }, at) => `${column} = $${at + 3}`).join(', ')}, ${KEEP_NEXT}, ${KEEP_UP}
      where reseller_id = $1 and account_id = $2`,
    values: [owner.resellerId, owner.accountId, ...COLUMNS.map(({ name }) => columns[name as keyof typeof columns])],
  })
  sendPieces(ctx, owner, pieces)
  if (hasLines) await alignLinesLater(ctx, owner)
}

/**
 * For code that changes what an account may use: its lines and their nodes are updated once this transaction is
 * committed. Several changes before the job begins cause one update.
 */
export function alignLinesLater(ctx: { db: Tx }, { resellerId, accountId }: Owner): Promise<void> {
  return addJob(ctx.db, 'lines.settle', { resellerId, accountId }, { key: `lines.settle:${resellerId}:${accountId}` })
}

/** Deletes the subscription of a deleted account; what was paid for it stays in the books. */
export async function forgetSubscription(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('subscriptions')
    .where((row) => row.and(own))
    .execute()
}
