import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** Keeps the first date when one is set: asking again neither hurries nor delays it. A waiver can be added later. */
export async function markForDeletion(
  db: Tx,
  { resellerId, accountId }: Owner,
  asked: { deleteAfter: Date; waivesBalance: boolean; isByStaff: boolean },
): Promise<{ deleteAfter: Date; isNew: boolean } | null> {
  const rows = await db.query<{ deleteAfter: Date; isNew: boolean }>({
    name: 'accounts.deletion_mark',
    text: `update accounts a set delete_after = coalesce(a.delete_after, $3), waives_balance = a.waives_balance or $4,
                  is_deletion_by_staff = $5 and (before.is_new or a.is_deletion_by_staff)
             from (select id, delete_after is null as is_new from accounts
                    where reseller_id = $1 and id = $2 and deleted_at is null for no key update) before
            where a.reseller_id = $1 and a.id = before.id
        returning a.delete_after, before.is_new`,
    values: [resellerId, accountId, asked.deleteAfter, asked.waivesBalance, asked.isByStaff],
  })
  return rows[0] ?? null
}

export async function unmarkDeletion(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.deletion_unmark',
    text: `update accounts set delete_after = null, waives_balance = false, waived_fen = null, is_deletion_by_staff = false
            where reseller_id = $1 and id = $2 and delete_after is not null and deleted_at is null returning id`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

/** What there was to give up when it was given up. */
export async function keepWaived(db: Tx, { resellerId, accountId }: Owner, heldFen: number): Promise<void> {
  await db.query({
    name: 'accounts.deletion_waived',
    text: `update accounts set waived_fen = $3 where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId, heldFen],
  })
}

export async function clearWaiver(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'accounts.deletion_clear_waiver',
    text: `update accounts set waives_balance = false, waived_fen = null where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
}
