import type { Selectable } from 'kysely'

import type { Owner } from '../../platform/context.ts'
import type { Commissions } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'
import type { UnpaidDebt } from '../ledger/unpaid-debt.ts'

export type OrderName = { resellerId: number; orderId: string }
export type Commission = OrderName & { inviterId: number; inviteeId: number; amountFen: number }
type CommissionState = Selectable<Commissions>['state']

export async function lockCommission(
  db: Tx,
  { resellerId, orderId }: OrderName,
): Promise<{ inviterId: number; state: CommissionState } | null> {
  const rows = await db.query<{ inviterId: number; state: CommissionState }>({
    name: 'invites.lock',
    text: `select inviter_id, state from commissions where reseller_id = $1 and order_id = $2 for update`,
    values: [resellerId, orderId],
  })
  return rows[0] ?? null
}

export async function reduceCommission(db: Tx, { resellerId, orderId }: OrderName, byFen: number): Promise<void> {
  await db.query({
    name: 'invites.reduce',
    text: `update commissions set amount_fen = amount_fen - $3, state = case when amount_fen = $3 then 'void' else state end
      where reseller_id = $1 and order_id = $2`,
    values: [resellerId, orderId, byFen],
  })
}

/** Condition on a commission `c`: its sale was settled on credit, in transaction `from` or later. */
const onCreditSince = (from: string) => `exists (
        select from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
          join ledger_accounts a on a.id = p.ledger_account_id
        where t.key = 'order:' || c.order_id || ':sale' and t.id >= ${from} and a.kind = 'receivable' and p.amount_fen < 0)`

export async function findResellersWithDue(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db.query<{ resellerId: number }>({
    name: 'invites.due_resellers',
    text: `select distinct reseller_id from commissions where state = 'pending' and confirm_after <= $1`,
    values: [now],
  })
  return rows.map(({ resellerId }) => resellerId)
}

/** Finds due commissions, except those whose sale the reseller still owes for. */
export function findDueCommissions(db: Queryable, now: Date, unpaid: readonly UnpaidDebt[]): Promise<OrderName[]> {
  return db.query<OrderName>({
    name: 'invites.due',
    text: `select c.reseller_id, c.order_id from commissions c
        left join unnest($2::integer[], $3::bigint[]) o (reseller_id, from_id) on o.reseller_id = c.reseller_id
      where c.state = 'pending' and c.confirm_after <= $1 and (o.from_id is null or not ${onCreditSince('o.from_id')})
      order by c.confirm_after, c.order_id`,
    values: [now, unpaid.map(({ resellerId }) => resellerId), unpaid.map(({ fromId }) => fromId)],
  })
}

/** Returns null when another run or a refund came first. */
export async function claimAsConfirmed(db: Tx, name: OrderName, now: Date): Promise<Commission | null> {
  const rows = await db.query<Commission>({
    name: 'invites.confirm',
    text: `update commissions set state = 'confirmed', confirmed_at = $3
      where reseller_id = $1 and order_id = $2 and state = 'pending'
      returning reseller_id, order_id, inviter_id, invitee_id, amount_fen`,
    values: [name.resellerId, name.orderId, now],
  })
  return rows[0] ?? null
}

/** Sums confirmed commission that may not be withdrawn yet: due after `dueAfter`, or its sale is still owed for. */
export async function sumUnripe(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { dueAfter, unpaidFromId }: { dueAfter: Date; unpaidFromId: number | null },
): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'invites.unripe',
    text: `select coalesce(sum(c.amount_fen), 0)::bigint as sum_fen from commissions c
      where c.reseller_id = $1 and c.inviter_id = $2 and c.state = 'confirmed'
        and (c.confirm_after > $3 or ($4::bigint is not null and ${onCreditSince('$4::bigint')}))`,
    values: [resellerId, accountId, dueAfter, unpaidFromId],
  })
  return rows[0]!.sumFen
}

type Inviter = { inviteCode: string; invitedCount: number }

export async function loadInviter(db: Queryable, { resellerId, accountId }: Owner): Promise<Inviter | null> {
  const rows = await db.query<Inviter>({
    name: 'invites.inviter',
    text: `select a.invite_code,
        (select count(*) from accounts i where i.reseller_id = a.reseller_id and i.inviter_id = a.id) as invited_count
      from accounts a where a.reseller_id = $1 and a.id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** As in a registration: a code typed in small letters works too. */
export async function loadFriendName(db: Queryable, resellerId: number, inviteCode: string): Promise<string | null> {
  const rows = await db.query<{ userName: string }>({
    name: 'invites.friend_name',
    text: `select user_name from accounts where reseller_id = $1 and invite_code in ($2, upper($2)) and deleted_at is null
            order by invite_code = $2 desc limit 1`,
    values: [resellerId, inviteCode],
  })
  return rows[0]?.userName ?? null
}

export type InvitedRow = { id: number; userName: string; createdAt: Date; commissionFen: number }

export function findInvitedRows(
  db: Queryable,
  { resellerId, accountId }: Owner,
  before: PageEnd | null,
  limit: number,
): Promise<InvitedRow[]> {
  return db.query<InvitedRow>({
    name: 'invites.invited',
    // Our times have milliseconds, but imported rows may have finer ones.
    text: `select a.id, a.user_name, a.created_at, coalesce((select sum(c.amount_fen) from commissions c
          where c.reseller_id = a.reseller_id and c.inviter_id = $2 and c.invitee_id = a.id), 0)::bigint as commission_fen
      from accounts a where a.reseller_id = $1 and a.inviter_id = $2
        and ($3::timestamptz is null or date_trunc('milliseconds', a.created_at) < $3
          or (date_trunc('milliseconds', a.created_at) = $3 and a.id < $4::bigint))
      order by date_trunc('milliseconds', a.created_at) desc, a.id desc limit $5`,
    values: [resellerId, accountId, before?.at ?? null, before?.id ?? null, limit],
  })
}
