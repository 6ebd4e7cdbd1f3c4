import { randomUUID } from 'node:crypto'

import type { BulkRun } from '../../../contract/console/bulk.ts'
import { inTx, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { withdrawNotice } from '../notices/operator.ts'
import { addBulkJob } from './add-bulk-job.ts'
import { refuseWithoutPermission } from './plan-bulk.ts'
import { insertRun } from './queries.ts'
import { endBulk } from './run-bulk.ts'
import { showRun } from './show-runs.ts'
import { copyDone, countDone, loadUndo, lockRun, markAllDone, type OldRun } from './undo-queries.ts'

/**
 * Takes a bulk back by a run of its own, user by user. The first one's row is locked until then: of two presses, the
 * second shows the run of the first, and nobody is added to a bulk that is being taken back.
 */
export async function undoBulk(ctx: StaffCtx, { id }: { id: string }): Promise<Answer<BulkRun>> {
  const undoId = await inTx(ctx, async (tx) => {
    const run = (await lockRun(tx.db, ctx.resellerId, id)) ?? fail('object.unknown')
    refuseWithoutPermission(tx, run.action)
    return (await loadUndo(tx.db, run)) ?? begin(tx, run)
  })
  return showRun(ctx, undoId)
}

async function begin(tx: StaffCtx & { db: Tx }, run: OldRun): Promise<string> {
  const { resellerId, now } = tx
  const actor = staffActor(tx)
  await endBulk(tx, run, 'stopped', actor)
  const people = await countDone(tx.db, run.bulkId)
  if (!run.isUndoable || people === 0) fail('bulk.not_undoable')
  const undoId = randomUUID()
  const { action, days, gb, reason, noticeId, tag, paidBy } = run
  await insertRun(tx.db, {
    id: undoId,
    resellerId,
    undoes: run.bulkId,
    action,
    days,
    gb,
    reason,
    noticeId,
    tag,
    paidBy,
    people,
    costFen: 0,
    createdAt: now,
    staffId: tx.actor.staffId,
    apiKey: tx.actor.apiKey?.short ?? null,
    requestKey: `undo:${undoId}`,
    inputHash: sha256(run.bulkId),
  })
  await copyDone(tx.db, run.bulkId, undoId)
  const entry = { resellerId, actor, action: 'bulk.undone', subject: `bulk:${run.bulkId}` }
  await writeAudit(tx.db, { ...entry, after: { action, people, bulk: undoId } }, now)
  if (noticeId === null) await addBulkJob(tx.db, { resellerId, bulkId: undoId }, { action, isUndo: true })
  else {
    // A notice goes away for everybody at once.
    await withdrawNotice(tx, { noticeId, resellerId }, actor)
    await markAllDone(tx.db, undoId, now)
    await endBulk(tx, { resellerId, bulkId: undoId, action, undoes: run.bulkId }, 'done', actor)
  }
  return undoId
}
