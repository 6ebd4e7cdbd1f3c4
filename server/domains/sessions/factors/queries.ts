import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export async function spendRecoveryCode(db: Db | Tx, owner: Owner, codeHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'factors.spend_recovery',
    text: `update recovery_codes set used_at = $4
            where reseller_id = $1 and account_id = $2 and code_hash = $3 and used_at is null returning account_id`,
    values: [owner.resellerId, owner.accountId, codeHash, now],
  })
  return rows.length === 1
}

export async function deleteRecoveryCodes(db: Db | Tx, owner: Owner): Promise<void> {
  await db.query({
    name: 'factors.clear_recovery',
    text: `delete from recovery_codes where reseller_id = $1 and account_id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
}

export async function insertRecoveryCodes(db: Db | Tx, owner: Owner, hashes: readonly Buffer[]): Promise<void> {
  await db.kysely
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ ...owner, codeHash })))
    .execute()
}

export async function countRecoveryCodes(db: Db | Tx, owner: Owner): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'factors.count_recovery',
    text: `select count(*) from recovery_codes where reseller_id = $1 and account_id = $2 and used_at is null`,
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0]!.count
}
