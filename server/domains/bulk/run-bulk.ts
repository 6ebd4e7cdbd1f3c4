import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { dropTag, putTag } from '../accounts/tags.ts'
import { keySubject, staffSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { giveFromReserve, releaseReserve } from '../gifts/bulk-reserve.ts'
import { sendNoticeTo } from '../notices/operator.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { blockUser, unblockUser } from '../sessions/operator/block-user.ts'
import type { Helper } from '../sessions/operator/give-help.ts'
import { loadUserById } from '../sessions/operator/load-user.ts'
import { addBulkJob } from './add-bulk-job.ts'
import {
  claimItem,
  endRun,
  findWaiting,
  loadOpenRun,
  markItem,
  type Run,
  type RunName,
  type Waiting,
} from './run-queries.ts'
import { isBlockedBy, loadDoneAt } from './undo-queries.ts'

/** Users per job. The next job continues, so that other jobs get their turn in between. */
const CHUNK = 200

/**
 * Runs one chunk of a bulk. Each user is one transaction that acts and records the result; if this process ends in
 * between, the next one continues with the users who still wait.
 */
export async function runBulk(ctx: JobCtx, name: RunName): Promise<void> {
  const run = await loadOpenRun(ctx.db, name)
  if (!run) return
  for (const item of await findWaiting(ctx.db, run.bulkId, CHUNK)) {
    if ((await getSellingTerms(ctx, run.resellerId)).suspendedAt) return endBulk(ctx, run, 'stopped', 'job')
    await doOne(ctx, run, item)
  }
  if ((await findWaiting(ctx.db, run.bulkId, 1)).length > 0) {
    return addBulkJob(ctx.db, name, { action: run.action, isUndo: run.undoes !== null })
  }
  await endBulk(ctx, run, 'done', 'job')
}

async function doOne(ctx: JobCtx, run: Run, { accountId, pricedFen }: Waiting): Promise<void> {
  const marked = { accountId, now: ctx.now }
  try {
    await inTx(ctx, async (tx) => {
      if (!(await claimItem(tx.db, run.bulkId, accountId))) return
      const reason = await (run.undoes === null
        ? act(tx, run, { accountId, pricedFen })
        : takeBack(tx, { ...run, undoes: run.undoes }, accountId))
      await markItem(tx.db, run.bulkId, { ...marked, reason })
    })
  } catch (error) {
    // A refusal concerns only this user. Any other error is tried again.
    if (!(error instanceof Refusal)) throw error
    await markItem(ctx.db, run.bulkId, { ...marked, reason: error.code })
  }
}

/** Returns why the action was not done; null when it was done. */
async function act(tx: TxCtx, run: Run, { accountId, pricedFen }: Waiting): Promise<string | null> {
  const { resellerId, bulkId } = run
  const { actor } = helperOf(run)
  switch (run.action) {
    case 'days':
    case 'traffic': {
      const wish =
        run.action === 'days' ? { kind: 'days' as const, days: run.days! } : { kind: 'traffic' as const, gb: run.gb! }
      const given = await giveFromReserve(tx, { resellerId, bulkId, accountId, wish, pricedFen }, actor)
      return given.state === 'given' ? null : 'bulk.price_changed'
    }
    case 'notice':
      await sendNoticeTo(tx, { resellerId, accountId }, run.noticeId!)
      return null
    case 'block': {
      const user = (await loadUserById(tx.db, resellerId, accountId)) ?? fail('object.unknown')
      await blockUser(tx, user, run.reason!, helperOf(run))
      return null
    }
    case 'unblock': {
      const user = (await loadUserById(tx.db, resellerId, accountId)) ?? fail('object.unknown')
      await unblockUser(tx, user, helperOf(run))
      return null
    }
    case 'tag':
      return (await putTag(tx.db, { resellerId, accountId }, run.tag!, tx.now)) ? null : 'bulk.has_tag'
    case 'untag':
      return (await dropTag(tx.db, { resellerId, accountId }, { tag: run.tag! })) ? null : 'bulk.has_no_tag'
  }
}

/** Leaves as is whoever was changed since. */
async function takeBack(tx: TxCtx, run: Run & { undoes: string }, accountId: number): Promise<string | null> {
  const owner = { resellerId: run.resellerId, accountId }
  if (run.action === 'untag') return (await putTag(tx.db, owner, run.tag!, tx.now)) ? null : 'bulk.changed_since'
  if (run.action === 'tag') {
    const since = await loadDoneAt(tx.db, run.undoes, accountId)
    return (await dropTag(tx.db, owner, { tag: run.tag!, since })) ? null : 'bulk.changed_since'
  }
  if (!(await isBlockedBy(tx.db, run.undoes, accountId))) return 'bulk.changed_since'
  const user = (await loadUserById(tx.db, run.resellerId, accountId)) ?? fail('object.unknown')
  await unblockUser(tx, user, helperOf(run))
  return null
}

const helperOf = ({ apiKey, staffId, isOperator }: Run): Helper => ({
  actor: apiKey === null ? staffSubject(staffId) : keySubject(apiKey),
  isOperator,
})

/** Returns the unused money. A bulk ends once, however often this is called. */
export function endBulk(
  ctx: Pick<Ctx, 'db' | 'now'>,
  run: Pick<Run, 'resellerId' | 'bulkId' | 'action' | 'undoes'>,
  state: 'done' | 'stopped',
  actor: AuditActor,
): Promise<void> {
  const { resellerId, bulkId } = run
  return inTx(ctx, async (tx) => {
    if (!(await endRun(tx.db, bulkId, state, tx.now))) return
    const entry = { resellerId, actor, action: `bulk.${state}`, subject: `bulk:${bulkId}` }
    await writeAudit(tx.db, { ...entry, before: { state: 'running' }, after: { state } }, tx.now)
    if (run.undoes !== null) return
    if (run.action === 'days' || run.action === 'traffic') await releaseReserve(tx, { resellerId, bulkId }, actor)
  })
}
