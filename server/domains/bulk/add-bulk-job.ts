import type { BulkRun } from '../../../contract/console/bulk.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { RunName } from './run-queries.ts'

const LATER: ReadonlySet<string> = new Set<BulkRun['action']>(['unblock', 'tag', 'untag'])
type Kind = { action: BulkRun['action']; isUndo: boolean }

/** What release 0.2.0 does not know how to do: its processes, during an upgrade, take the first name alone. */
export function addBulkJob(db: Db | Tx, name: RunName, { action, isUndo }: Kind): Promise<void> {
  return addJob(db, isUndo || LATER.has(action) ? 'office.bulk_back' : 'office.bulk', name)
}
