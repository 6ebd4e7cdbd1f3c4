import type { Selectable } from 'kysely'

import type { Owner } from '../../platform/context.ts'
import type { Withdrawals } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type WithdrawalRow = Selectable<Withdrawals>
export type WithdrawalName = { resellerId: number; withdrawalId: string }
export type NewWithdrawal = Omit<
  WithdrawalRow,
  'state' | 'reason' | 'settledAt' | 'settledBy' | 'paidBy' | 'missedAt' | 'approvedBy' | 'approvedAt'
>

export async function insertWithdrawal(db: Tx, withdrawal: NewWithdrawal): Promise<void> {
  await db.kysely.insertInto('withdrawals').values(withdrawal).execute()
}

export function findOwnWithdrawals(
  db: Queryable,
  { resellerId, accountId }: Owner,
  limit: number,
): Promise<WithdrawalRow[]> {
  return db.kysely
    .selectFrom('withdrawals')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Finds the user's latest withdrawals until then; nobody has more accounts than this limit. */
export function findNamedBefore(
  db: Queryable,
  { resellerId, accountId }: Owner,
  until: Date,
): Promise<Pick<WithdrawalRow, 'id' | 'method' | 'sealedAccount'>[]> {
  return db.kysely
    .selectFrom('withdrawals')
    .select(['id', 'method', 'sealedAccount'])
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .where('createdAt', '<=', until)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
}

export type Payer = 'platform' | 'reseller'
type Verdict = {
  state: 'paid' | 'rejected'
  reason: string | null
  paidBy: Payer | null
  settledBy: string
  now: Date
}

/** Returns null when it is no longer pending: of a concurrent payment and rejection, one gets the row. */
export async function claimAsSettled(
  db: Tx,
  { resellerId, withdrawalId }: WithdrawalName,
  { now, ...verdict }: Verdict,
): Promise<WithdrawalRow | null> {
  const row = await db.kysely
    .updateTable('withdrawals')
    .set({ ...verdict, settledAt: now })
    .where('resellerId', '=', resellerId)
    .where('id', '=', withdrawalId)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Returns null when it is no longer pending or already approved. */
export async function claimAsApproved(
  db: Tx,
  { resellerId, withdrawalId }: WithdrawalName,
  approval: { approvedBy: string; approvedAt: Date },
): Promise<WithdrawalRow | null> {
  const row = await db.kysely
    .updateTable('withdrawals')
    .set(approval)
    .where('resellerId', '=', resellerId)
    .where('id', '=', withdrawalId)
    .where('state', '=', 'pending')
    .where('approvedBy', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Excludes pending withdrawals: they are paid first. */
export async function findSettledPayouts(db: Tx, { resellerId, accountId }: Owner): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'withdrawals.settled',
    text: `select id from withdrawals where reseller_id = $1 and account_id = $2 and state <> 'pending'`,
    values: [resellerId, accountId],
  })
  return rows.map(({ id }) => id)
}

export async function setPayoutAccount(db: Tx, id: string, sealedAccount: Buffer): Promise<void> {
  await db.query({
    name: 'withdrawals.set_account',
    text: 'update withdrawals set sealed_account = $2 where id = $1',
    values: [id, sealedAccount],
  })
}

/** Returns null when it does not exist, was not paid since then, or was already reported. */
export async function claimAsMissed(
  db: Tx,
  { resellerId, accountId }: Owner,
  withdrawalId: string,
  { now, since }: { now: Date; since: Date },
): Promise<WithdrawalRow | null> {
  const rows = await db.query<WithdrawalRow>({
    name: 'withdrawals.missed',
    text: `update withdrawals set missed_at = $4 where reseller_id = $1 and account_id = $2 and id = $3 and state = 'paid'
      and settled_at > $5 and missed_at is null returning *`,
    values: [resellerId, accountId, withdrawalId, now, since],
  })
  return rows[0] ?? null
}

export async function loadOwnWithdrawal(db: Queryable, owner: Owner, id: string): Promise<WithdrawalRow | null> {
  const row = await db.kysely
    .selectFrom('withdrawals')
    .selectAll()
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function loadWithdrawal(db: Queryable, name: WithdrawalName): Promise<WithdrawalRow | null> {
  const row = await db.kysely
    .selectFrom('withdrawals')
    .selectAll()
    .where('resellerId', '=', name.resellerId)
    .where('id', '=', name.withdrawalId)
    .executeTakeFirst()
  return row ?? null
}
