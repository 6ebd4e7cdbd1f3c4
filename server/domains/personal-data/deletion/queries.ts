import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** A payment that may still be paid, a withdrawal or a gift link that may still come back. */
export async function hasMoneyUnderWay(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'deletion.under_way',
    text: `select 1 as found where exists (
             select from payments where reseller_id = $1 and account_id = $2 and state = 'pending'
           ) or exists (
             select from withdrawals where reseller_id = $1 and account_id = $2 and state = 'pending'
           ) or exists (
             select from gift_links where reseller_id = $1 and giver_id = $2 and state = 'open'
           )`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

export async function loadDeleteAfter(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Date | null> {
  const rows = await db.query<{ deleteAfter: Date | null }>({
    name: 'deletion.load',
    text: 'select delete_after from accounts where reseller_id = $1 and id = $2',
    values: [resellerId, accountId],
  })
  return rows[0]?.deleteAfter ?? null
}

/** `waivedFen`: the amount given up; null for a waiver from before the amount was recorded. */
export type DueDeletion = Owner & { waivesBalance: boolean; waivedFen: number | null; isDeletionByStaff: boolean }

export async function findDueDeletions(db: Db | Tx, now: Date): Promise<DueDeletion[]> {
  return db.query<DueDeletion>({
    name: 'deletion.due',
    text: `select reseller_id, id as account_id, waives_balance, waived_fen, is_deletion_by_staff from accounts
            where delete_after <= $1 and deleted_at is null order by delete_after, id`,
    values: [now],
  })
}
