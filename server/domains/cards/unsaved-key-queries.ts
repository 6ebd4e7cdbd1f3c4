import type { Selectable } from 'kysely'

import type { UnsavedKeys } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { BatchName, BatchRow } from './batch-queries.ts'

type UnsavedRow = Selectable<UnsavedKeys>

export async function insertUnsavedKeys(db: Tx, row: UnsavedRow): Promise<void> {
  await db.query({
    name: 'cards.keep_keys',
    text: `insert into unsaved_keys (reseller_id, batch_id, sealed_codes, erase_at) values ($1, $2, $3, $4)`,
    values: [row.resellerId, row.batchId, row.sealedCodes, row.eraseAt],
  })
}

export type UnsavedBatch = Pick<
  BatchRow,
  'id' | 'kind' | 'amountFen' | 'period' | 'trafficBytes' | 'days' | 'startsAtUse' | 'expiresAt'
> &
  Pick<UnsavedRow, 'sealedCodes' | 'eraseAt'> & { packageName: string | null; packageNames: unknown }

/** Returns null once the keys are saved, their day is over or the batch is closed, whether or not the job has run. */
export async function loadUnsavedBatch(
  db: Queryable,
  { resellerId, batchId }: BatchName,
  now: Date,
): Promise<UnsavedBatch | null> {
  const rows = await db.query<UnsavedBatch>({
    name: 'cards.unsaved_keys',
    text: `select b.id, b.kind, b.amount_fen, b.period, b.traffic_bytes, b.days, b.starts_at_use, b.expires_at, p.name as package_name,
        p.names as package_names, u.sealed_codes, u.erase_at
      from unsaved_keys u join card_batches b on b.id = u.batch_id left join packages p on p.id = b.package_id
      where u.reseller_id = $1 and u.batch_id = $2 and u.erase_at > $3 and b.closed_at is null`,
    values: [resellerId, batchId, now],
  })
  return rows[0] ?? null
}

export function findVoidHashes(db: Queryable, { resellerId, batchId }: BatchName): Promise<{ codeHash: Buffer }[]> {
  return db.query<{ codeHash: Buffer }>({
    name: 'cards.void_hashes',
    text: `select code_hash from cards where reseller_id = $1 and batch_id = $2 and state = 'void'`,
    values: [resellerId, batchId],
  })
}

/** Returns false when there was nothing left to erase. */
export async function deleteUnsavedKeys(db: Queryable, { resellerId, batchId }: BatchName): Promise<boolean> {
  const rows = await db.query({
    name: 'cards.forget_keys',
    text: `delete from unsaved_keys where reseller_id = $1 and batch_id = $2 returning 1 as done`,
    values: [resellerId, batchId],
  })
  return rows.length === 1
}

/** Returns how many batches lost their keys. */
export async function deleteDueKeys(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'cards.erase_due_keys',
    text: `delete from unsaved_keys where erase_at <= $1 returning 1 as done`,
    values: [now],
  })
  return rows.length
}
