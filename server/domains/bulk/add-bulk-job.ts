import type { BulkRun } from '../../../contract/console/bulk.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { RunName } from './run-queries.ts'

type Kind = { action: BulkRun['action']; isUndo: boolean }

/**
 * Release 0.2.0 knows only the first name. Its processes, during an upgrade, would take a run that undoes a block for a
 * block.
 */
export function addBulkJob(db: Db | Tx, name: RunName, { action, isUndo }: Kind): Promise<void> {
  return addJob(db, isUndo || action === 'unblock' ? 'office.bulk_back' : 'office.bulk', name)
}
