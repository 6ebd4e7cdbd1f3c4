import { inTx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { StartError } from '../../../platform/start-error.ts'
import { markForDeletion } from '../../accounts/import-accounts.ts'
import { pseudonymise } from '../../accounts/pseudonymise.ts'
import { removeArticle } from '../../articles/operator.ts'
import { writeAudit } from '../../audit/audit.ts'
import { openBalances, type Opening } from '../../ledger/open-balances.ts'
import { beginImportedLines, endImportedLines } from '../../lines/import-lines.ts'
import { removeNode } from '../../nodes/operator.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import { forgetPieces } from '../../packages/import-subscriptions.ts'
import { endCoupon } from '../../packages/save-coupon.ts'
import { changePackage } from '../../packages/save-package.ts'
import { forgetPerson } from '../../personal-data/deletion/delete-due-accounts.ts'
import { inBatches, type ImportCtx } from './context.ts'
import {
  findCouponCodes,
  findThings,
  findUses,
  loadOpenImport,
  lockImport,
  markUndone,
  type Of,
  type Thing,
} from './queries.ts'

const BATCH = 500
const DELETED_AT_ONCE = 100

export type Undone = { importId: number; users: number; entries: number; nodes: number; packages: number }

/**
 * Takes an import back, until something of it was sold or used: money by reversals, so that the entries stay, users by
 * deleting their accounts. All that others could see goes in one transaction; the accounts follow, and what does not get
 * that far is deleted by the daily job.
 */
export async function undoImport(ctx: ImportCtx, resellerId: number, source: string): Promise<Undone> {
  const open = await loadOpenImport(ctx.db, resellerId, source)
  if (!open) throw new StartError('There is no such import, or it was undone before.', 'undone')
  const of = { resellerId, importId: open.id }
  const users = await findThings(ctx.db, of, 'user')
  const undone = await inTx(ctx, (tx) => takeBack(tx, of))
  const passwordHash = ctx.isDryRun ? '' : await hashPassword(randomToken())
  let done = 0
  for (const batch of inBatches(users, DELETED_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      for (const { ourKey } of batch) await forgetOne(tx, { resellerId, accountId: Number(ourKey) }, passwordHash)
    })
    done += batch.length
    ctx.onProgress?.({ stage: 'deleting', done, of: users.length })
  }
  return { ...undone, users: users.length }
}

async function takeBack(ctx: ImportCtx & { db: Tx }, of: Of): Promise<Omit<Undone, 'users'>> {
  const { resellerId, importId } = of
  if (!(await lockImport(ctx.db, of))) throw new StartError('This import was undone meanwhile.', 'undone')
  const uses = await findUses(ctx.db, of)
  if (uses.length > 0)
    throw new StartError(`There is ${uses.join(', ')}: this import stays, nothing was undone.`, 'used')
  const users = await findThings(ctx.db, of, 'user')
  const ids = users.map(({ ourKey }) => Number(ourKey))
  const entries = await reverseMoney(ctx, of, users)
  const nodes = (await findThings(ctx.db, of, 'node')).map(({ ourKey }) => Number(ourKey))
  const revisions = await beginImportedLines(ctx.db, nodes)
  await endImportedLines(ctx, resellerId, ids, revisions)
  for (const nodeId of nodes) await unlessGone(removeNode(ctx, nodeId, ctx.actor))
  await forgetPieces(ctx, resellerId, ids)
  const packages = await findThings(ctx.db, of, 'package')
  for (const { ourKey } of packages) {
    const gone = { isListed: false, name: `import ${importId} undone, package ${ourKey}` }
    await changePackage(ctx, Number(ourKey), gone, ctx.actor)
  }
  for (const { code } of await findCouponCodes(ctx.db, of))
    await unlessGone(endCoupon(ctx, { resellerId, code }, ctx.actor))
  for (const { ourKey } of await findThings(ctx.db, of, 'article')) {
    await unlessGone(removeArticle(ctx, { resellerId, articleId: ourKey }, ctx.actor))
  }
  for (const { ourKey } of await findThings(ctx.db, of, 'notice')) {
    await unlessGone(withdrawNotice(ctx, { noticeId: Number(ourKey), resellerId }, ctx.actor))
  }
  await markForDeletion(ctx, resellerId, ids)
  await markUndone(ctx.db, of, ctx.now)
  const detail = { count: users.length, changed: entries }
  const entry = {
    resellerId,
    actor: ctx.actor,
    action: 'operator.import_undone',
    subject: `import:${importId}`,
    detail,
  }
  await writeAudit(ctx.db, entry, ctx.now)
  return { importId, entries, nodes: nodes.length, packages: packages.length }
}

/** Somebody took it away by hand before. */
async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function reverseMoney(
  ctx: ImportCtx & { db: Tx },
  { resellerId, importId }: Of,
  users: readonly Thing[],
): Promise<number> {
  const openings = users.flatMap(({ oldKey, ourKey, balanceFen, commissionFen }): Opening[] => {
    const key = (what: string) => `import:${importId}:${what}:${oldKey}:undone`
    const accountId = Number(ourKey)
    const both: Opening[] = [
      { key: key('balance'), accountId, kind: 'user', amountFen: -balanceFen },
      { key: key('commission'), accountId, kind: 'commission', amountFen: -commissionFen },
    ]
    return both.filter(({ amountFen }) => amountFen !== 0)
  })
  for (const batch of inBatches(openings, BATCH)) {
    const refused = await openBalances(ctx, resellerId, batch, 'reversal')
    if (refused.length > 0) throw new StartError('Some of the money was spent meanwhile: nothing was undone.', 'used')
  }
  return openings.length
}

async function forgetOne(ctx: ImportCtx & { db: Tx }, owner: Owner, passwordHash: string): Promise<void> {
  const given = { passwordHash, tail: randomToken(6), now: ctx.now }
  if (await pseudonymise(ctx.db, owner, given)) await forgetPerson(ctx, owner)
}
