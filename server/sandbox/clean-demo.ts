import { pseudonymise } from '../domains/accounts/pseudonymise.ts'
import { writeAudit } from '../domains/audit/audit.ts'
import { bumpRevision } from '../domains/nodes/bump-revision.ts'
import { removeNode } from '../domains/nodes/operator.ts'
import { forgetSignIns } from '../domains/sessions/forget-sign-ins.ts'
import { revokeStaffSessions } from '../domains/staff/factors/queries.ts'
import { retireMember } from '../domains/staff/team/queries.ts'
import { forgetTickets } from '../domains/tickets/own-tickets.ts'
import type { Owner } from '../platform/context.ts'
import type { Tx } from '../platform/db/db.ts'
import { randomToken } from '../platform/secrets/crypto.ts'
import { DEMO_MONITOR } from '../platform/secrets/demo-door.ts'
import { hashPassword } from '../platform/secrets/passwords.ts'
import { historyNotices } from './history/seed-history.ts'
import { reverseDemoMoney, type Reversed } from './reverse-demo-money.ts'
import { removeStandIn } from './seed-clients.ts'
import { findDemoNodes } from './seed-nodes.ts'

type CleanCtx = { db: Tx; now: Date; actor: string }

/** What was removed, by name and number, and what a person has to check. */
export type Cleaned = {
  accounts: number
  staff: string[]
  monitors: number
  nodes: number
  merchants: number
  notices: number
  keys: number
  reversed: Reversed[]
  /** Real rows that demo rows may have affected. They stay unchanged. */
  toLookAt: string[]
}

/**
 * Removes from a production database what a sandbox put there by mistake. Changes and deletes nothing in the ledger: it
 * posts back what the sandbox's sales moved, reseller by reseller. Demo orders and payments stay as the history of
 * closed accounts. Rows of others are not touched.
 */
export async function cleanDemo(ctx: CleanCtx): Promise<Cleaned> {
  const toLookAt = await findToLookAt(ctx.db)
  const owners = await findDemoOwners(ctx.db)
  const reversed = await reverseDemoMoney(ctx)
  const keys = await endTrade(ctx)
  await closeAccounts(ctx, owners)
  const staff = await retireStaff(ctx)
  const nodes = await findDemoNodes(ctx.db)
  for (const { id } of nodes) await removeNode(ctx, id, ctx.actor)
  await removeStandIn(ctx.db)
  const monitors = await closeMonitor(ctx)
  const merchants = await ctx.db.kysely
    .updateTable('merchants')
    .set({ disabledAt: ctx.now })
    .where('isSandbox', '=', true)
    .where('disabledAt', 'is', null)
    .returning('id')
    .execute()
  const notices = await withdrawNotices(ctx)
  const cleaned = {
    accounts: owners.length,
    staff,
    monitors,
    nodes: nodes.length,
    merchants: merchants.length,
    notices,
  }
  const detail = { ...cleaned, staff: staff.join(' '), keys }
  const entry = { resellerId: null, actor: ctx.actor, action: 'operator.demo_cleaned', subject: null }
  await writeAudit(ctx.db, { ...entry, detail }, ctx.now)
  return { ...cleaned, keys, reversed, toLookAt }
}

function findDemoOwners(db: Tx): Promise<Owner[]> {
  return db.kysely
    .selectFrom('accounts')
    .select(['resellerId', 'id as accountId'])
    .where('isDemo', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Ends sign-in, lines and names; the rows stay, because the ledger refers to them. */
async function closeAccounts({ db, now }: CleanCtx, owners: readonly Owner[]): Promise<void> {
  const passwordHash = await hashPassword(randomToken())
  await db.query({
    name: 'clean_demo.mark_accounts',
    text: 'update accounts set delete_after = $1 where is_demo and deleted_at is null',
    values: [now],
  })
  for (const owner of owners) {
    await pseudonymise(db, owner, { passwordHash, tail: randomToken(6), now })
    await forgetSignIns(db, owner)
    await forgetTickets(db, owner)
  }
  const served = await db.query<{ nodeId: number }>({
    name: 'clean_demo.lines',
    text: `delete from lines l using accounts a
      where a.reseller_id = l.reseller_id and a.id = l.account_id and a.is_demo returning l.node_id`,
  })
  // A line that is gone is in no list of changes: their agents read all of it.
  for (const nodeId of [...new Set(served.map((line) => line.nodeId))].toSorted((a, b) => a - b)) {
    const settingsRevision = await bumpRevision(db, nodeId)
    await db.kysely.updateTable('nodes').set({ settingsRevision }).where('id', '=', nodeId).execute()
  }
}

/**
 * Ends what would continue by itself: unused keys of the made-up past, and pending commission, withdrawals and
 * payments.
 */
async function endTrade({ db, now }: CleanCtx): Promise<number> {
  await db.query({
    name: 'clean_demo.commissions',
    text: `update commissions c set state = 'void', amount_fen = 0 from orders o, accounts a
      where o.id = c.order_id and a.id = o.account_id and a.is_demo and a.deleted_at is null and c.state <> 'void'`,
  })
  await db.query({
    name: 'clean_demo.withdrawals',
    text: `update withdrawals w set state = 'rejected', reason = 'sandbox', settled_at = $1 from accounts a
      where a.id = w.account_id and a.is_demo and a.deleted_at is null and w.state = 'pending'`,
    values: [now],
  })
  await db.query({
    name: 'clean_demo.payments',
    text: `update payments p set state = 'closed', closed_at = $1 from accounts a
      where a.id = p.account_id and a.is_demo and a.deleted_at is null and p.state = 'pending'`,
    values: [now],
  })
  const keys = await db.query({
    name: 'clean_demo.cards',
    text: `update cards c set state = 'void', sealed_code = null from card_batches b
      where b.id = c.batch_id and b.request_key = 'history-' || b.reseller_id and c.state = 'unused' returning c.id`,
  })
  return keys.length
}

/** Also withdraws invitations by demo staff: an invitation would let somebody back in. */
async function retireStaff({ db, now }: CleanCtx): Promise<string[]> {
  const members = await db.kysely
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('isDemo', '=', true)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of members) {
    await retireMember(db, id, now)
    await revokeStaffSessions(db, id, null, now)
    await db.kysely
      .updateTable('staffInvitations')
      .set({ revokedAt: now })
      .where('invitedBy', '=', `staff:${id}`)
      .where('usedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .execute()
  }
  return members.map(({ name }) => name)
}

async function closeMonitor({ db, now }: CleanCtx): Promise<number> {
  const closed = await db.kysely
    .updateTable('monitors')
    .set({ disabledAt: now })
    .where('userName', '=', DEMO_MONITOR)
    .where('disabledAt', 'is', null)
    .returning('id')
    .execute()
  return closed.length
}

async function withdrawNotices({ db, now }: CleanCtx): Promise<number> {
  const gone = await db.kysely
    .updateTable('notices')
    .set({ withdrawnAt: now })
    .where('resellerId', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .where((row) => row.or(historyNotices.map(({ title, body }) => row.and({ title, body }))))
    .returning('id')
    .execute()
  return gone.length
}

/**
 * Lists what a person must decide on: play money of real users, members invited by demo staff, the sandbox's resellers.
 */
async function findToLookAt(db: Tx): Promise<string[]> {
  const [paid] = await db.query<{ count: number; fen: number }>({
    name: 'clean_demo.played',
    text: `select count(*)::integer as count, coalesce(sum(p.amount_fen), 0)::bigint as fen
      from payments p join merchants m on m.id = p.merchant_id left join accounts a on a.id = p.account_id
      where m.is_sandbox and p.paid_at is not null and not coalesce(a.is_demo, p.out_trade_no ~ '^H[0-9a-f]{32}$')`,
  })
  const invited = await db.query<{ name: string }>({
    name: 'clean_demo.invited',
    text: `select distinct m.name from staff_invitations i
        join staff d on d.is_demo and i.invited_by = 'staff:' || d.id
        join staff m on m.owner_key = i.owner_key and m.created_at = i.used_at
      where m.removed_at is null and not m.is_demo order by 1`,
  })
  return [
    ...(paid!.count > 0
      ? [`${paid!.count} payments of others at the sandbox's cashier, ${paid!.fen} fen of play money`]
      : []),
    ...(invited.length > 0 ? [`members whom demo staff let in: ${invited.map(({ name }) => name).join(', ')}`] : []),
    'resellers 0, 260, 228, 60, 65 and 7, packages and coupons: the sandbox makes those that are missing (resellers list)',
  ]
}
