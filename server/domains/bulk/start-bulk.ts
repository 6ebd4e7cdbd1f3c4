import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'

import type { bulk, BulkWork } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { inTx, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { AnswerOf } from '../../platform/http/answer.ts'
import { onceByRow } from '../../platform/http/idempotency.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { reserveForBulk } from '../gifts/bulk-reserve.ts'
import { payerOf } from '../gifts/payer-of.ts'
import { publishAddressed } from '../notices/operator.ts'
import { proveAfresh } from '../staff/factors/prove-afresh.ts'
import { addBulkJob } from './add-bulk-job.ts'
import { planBulk, type BulkPlan } from './plan-bulk.ts'
import { proveSpending } from './prove-spending.ts'
import { insertItems, insertRun, loadFirstRun } from './queries.ts'
import { showRun } from './show-runs.ts'

type Start = typeof bulk.start
type Input = Static<Start['input']>

/**
 * Records and pays for everything first; then jobs do the work, user by user. A second press with the same key shows
 * the first run.
 */
export async function startBulk(ctx: StaffCtx, input: Input): Promise<AnswerOf<Start>> {
  const { key, people, costFen, peopleTyped, paidBy: _, ...wish } = input
  const { selection, work, standings } = wish
  if (work.kind === 'block' && ctx.actor.apiKey) fail('staff.step_up')
  const paidBy = payerOf(ctx, input.paidBy)
  const inputHash = sha256(JSON.stringify([selection, work, paidBy, people, costFen, standings]))
  const id = await onceByRow({
    load: () => loadFirstRun(ctx.db, ctx.resellerId, key),
    isSame: (first) => equalBytes(first.inputHash, inputHash),
    repeat: (first) => first.id,
    make() {
      if (work.kind === 'block' && people > staffLimits.blockUntypedMax && peopleTyped !== people) {
        fail('bulk.untyped', { data: { people } })
      }
      return inTx(ctx, async (tx) => {
        const plan = await planBulk(tx, wish)
        if (plan.people.length === 0) fail('bulk.empty')
        if (plan.people.length !== people || plan.costFen !== costFen) {
          fail('bulk.changed', { data: { people: plan.people.length, costFen: plan.costFen } })
        }
        return begin(tx, { work, plan, paidBy, key, inputHash })
      })
    },
  })
  return showRun(ctx, id)
}

type Begun = { work: BulkWork; plan: BulkPlan; paidBy: 'reseller' | 'platform'; key: string; inputHash: Buffer }

async function begin(tx: StaffCtx & { db: Tx }, { work, plan, paidBy, key, inputHash }: Begun): Promise<string | null> {
  const { resellerId, now } = tx
  const bulkId = randomUUID()
  const actor = staffActor(tx)
  const isGift = work.kind === 'days' || work.kind === 'traffic'
  const run = {
    id: bulkId,
    resellerId,
    staffId: tx.actor.staffId,
    apiKey: tx.actor.apiKey?.short ?? null,
    action: work.kind,
    days: work.kind === 'days' ? work.days : null,
    gb: work.kind === 'traffic' ? work.gb : null,
    reason: work.kind === 'block' ? work.reason.trim() : null,
    tag: work.kind === 'tag' || work.kind === 'untag' ? work.tag : null,
    undoes: null,
    noticeId: work.kind === 'notice' ? await publishAddressed(tx, { resellerId, ...work }, actor) : null,
    paidBy,
    people: plan.people.length,
    costFen: plan.costFen,
    requestKey: key,
    inputHash,
    createdAt: now,
  }
  if (!(await insertRun(tx.db, run))) return null
  // Only now: a second press at once is this run, and needs no proof of its own.
  if (work.kind === 'block') await proveAfresh(tx)
  await insertItems(tx.db, { bulkId, resellerId, now, items: [...plan.people, ...plan.leftOut] })
  const after = { action: work.kind, people: run.people, costFen: run.costFen, paidBy }
  await writeAudit(tx.db, { resellerId, actor, action: 'bulk.started', subject: `bulk:${bulkId}`, after }, now)
  // Comes after the audit entry, because the ledger's accounts are locked last.
  if (isGift) {
    await reserveForBulk(tx, { resellerId, bulkId, amountFen: plan.costFen, paidBy }, actor)
    await proveSpending(tx, paidBy, plan.costFen)
  }
  await addBulkJob(tx.db, { resellerId, bulkId }, { action: work.kind, isUndo: false })
  return bulkId
}
