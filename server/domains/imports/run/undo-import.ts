import { inTx, type Owner } from '../../../platform/context.ts'
import { together, type Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findKept, markForDeletion } from '../../accounts/import-accounts.ts'
import { pseudonymise } from '../../accounts/pseudonymise.ts'
import { removeArticle } from '../../articles/operator.ts'
import { writeAudit } from '../../audit/audit.ts'
import { endImportedCards } from '../../cards/import-cards.ts'
import { freeImportedCoupon } from '../../catalogue/save-coupon.ts'
import { changePackage } from '../../catalogue/save-package.ts'
import { openBalances, type Opening } from '../../ledger/open-balances.ts'
import { beginImportedLines, endImportedLines } from '../../lines/import-lines.ts'
import { removeNode } from '../../nodes/operator.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import { forgetPerson } from '../../personal-data/deletion/delete-due-accounts.ts'
import { forgetPieces } from '../../subscriptions/import-subscriptions.ts'
import { inBatches, type ImportCtx } from './context.ts'
import {
  findOwnCoupons,
  findThings,
  findUses,
  loadOpenImport,
  loadUndone,
  lockImport,
  lockUndoing,
  markUndoing,
  markUndone,
  saveThings,
  type Of,
  type Thing,
  type UndoneRow,
} from './queries.ts'

/** A statement about all of them would be ended for its length: a user may have dozens of lines. */
const USERS_AT_ONCE = 1000
const CARDS_AT_ONCE = 1000
/** As in bringing money: every entry changes the one row of the reseller's liability. */
const MONEY_AT_ONCE = 250
const DELETED_AT_ONCE = 100
/** Users read it where they are told that they are blocked, so it is in the language of most of them. */
const REASON = '正在搬回原来的面板'

/** `left`: users whose money moved in the very moment. They stay, with it. */
export type Undone = UndoneRow

/**
 * Takes an import back, until something of it was sold or used: money by reversals, so that the entries stay, users by
 * deleting their accounts. First, in one transaction, goes all that others could see or spend; from then on the rest follows
 * in parts, and a call after an end in the middle goes on with it.
 */
export async function undoImport(ctx: ImportCtx, resellerId: number, source: string): Promise<Undone> {
  const open = await loadOpenImport(ctx.db, resellerId, source)
  if (!open) throw new StartError('There is no such import, or it was undone before.', 'undone')
  const of = { resellerId, importId: open.id }
  if (open.undoingAt === null) await inTx(ctx, (tx) => takeAway(tx, of))
  await endCards(ctx, of)
  const entries = await reverseMoney(ctx, of)
  const users = await findThings(ctx.db, of, 'user')
  const left = users.filter(hasMoney)
  await deleteUsers(ctx, of, users)
  const done = { users: users.length - left.length, entries, left: left.length }
  await inTx(ctx, (tx) => finish(tx, of, done))
  const [nodes, packages] = [await findThings(ctx.db, of, 'node'), await findThings(ctx.db, of, 'package')]
  return { importId: open.id, ...done, nodes: nodes.length, packages: packages.length }
}

/** For a job that is tried again: what an earlier try, or a command, has undone by now is what was asked for. */
export async function undoImportOnce(ctx: ImportCtx, resellerId: number, source: string): Promise<Undone> {
  try {
    return await undoImport(ctx, resellerId, source)
  } catch (error) {
    const isUndone = error instanceof StartError && error.code === 'undone'
    const before = isUndone ? await loadUndone(ctx.db, resellerId, source) : null
    if (!before) throw error
    return before
  }
}

const hasMoney = ({ balanceFen, commissionFen }: Thing) => balanceFen + commissionFen > 0

async function takeAway(ctx: ImportCtx & { db: Tx }, of: Of): Promise<void> {
  const { resellerId, importId } = of
  if (!(await lockImport(ctx.db, of))) throw new StartError('This import was undone meanwhile.', 'undone')
  const uses = await findUses(ctx.db, of)
  if (uses.length > 0)
    throw new StartError(`There is ${uses.join(', ')}: this import stays, nothing was undone.`, 'used')
  const ids = (await findThings(ctx.db, of, 'user')).map(({ ourKey }) => Number(ourKey))
  for (const some of inBatches(ids, USERS_AT_ONCE)) await markForDeletion(ctx, resellerId, some, REASON)
  const nodes = (await findThings(ctx.db, of, 'node')).map(({ ourKey }) => Number(ourKey))
  const revisions = await beginImportedLines(ctx.db, nodes)
  for (const some of inBatches(ids, USERS_AT_ONCE)) await endImportedLines(ctx, resellerId, some, revisions)
  for (const nodeId of nodes) await unlessGone(removeNode(ctx, nodeId, ctx.actor))
  for (const some of inBatches(ids, USERS_AT_ONCE)) await forgetPieces(ctx, resellerId, some)
  for (const { ourKey } of await findThings(ctx.db, of, 'package')) {
    const gone = { isListed: false, name: `import ${importId} undone, package ${ourKey}` }
    await changePackage(ctx, Number(ourKey), gone, ctx.actor)
  }
  for (const { id, code } of await findOwnCoupons(ctx.db, of)) {
    await unlessGone(freeImportedCoupon(ctx, { resellerId, id, code, newCode: `UNDONE-${importId}-${id}` }, ctx.actor))
  }
  for (const { ourKey } of await findThings(ctx.db, of, 'article')) {
    await unlessGone(removeArticle(ctx, { resellerId, articleId: ourKey }, ctx.actor))
  }
  for (const { ourKey } of await findThings(ctx.db, of, 'notice')) {
    await unlessGone(withdrawNotice(ctx, { noticeId: Number(ourKey), resellerId }, ctx.actor))
  }
  await markUndoing(ctx.db, of, ctx.now)
}

async function refuseFinished(db: Tx, of: Of): Promise<void> {
  if (!(await lockUndoing(db, of))) throw new StartError('This import was undone meanwhile.', 'undone')
}

/** The codes are nobody's any more, so that they can come again. */
async function endCards(ctx: ImportCtx, of: Of): Promise<void> {
  const { resellerId, importId } = of
  const ids = (await findThings(ctx.db, of, 'card')).map(({ ourKey }) => Number(ourKey))
  for (const cardIds of inBatches(ids, CARDS_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      await refuseFinished(tx.db, of)
      const key = `import:${importId}:cards_undone`
      await endImportedCards(tx, { resellerId, cardIds, key, isUndone: true })
    })
  }
}

/** Returns how many entries it reversed. What is reversed is noted with it, so that nothing is twice. */
async function reverseMoney(ctx: ImportCtx, of: Of): Promise<number> {
  const wanted = (await findThings(ctx.db, of, 'user')).filter(hasMoney)
  let [entries, done] = [0, 0]
  for (const batch of inBatches(wanted, MONEY_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      await refuseFinished(tx.db, of)
      entries += await reverseSome(tx, of, batch)
    })
    done += batch.length
    ctx.onProgress?.({ stage: 'money', done, of: wanted.length })
  }
  return entries
}

async function reverseSome(ctx: ImportCtx & { db: Tx }, of: Of, batch: readonly Thing[]): Promise<number> {
  const keyOf = (what: string, { oldKey }: Thing) => `import:${of.importId}:${what}:${oldKey}:undone`
  const openings = batch.flatMap((thing): Opening[] => {
    const accountId = Number(thing.ourKey)
    const both: Opening[] = [
      { key: keyOf('balance', thing), accountId, kind: 'user', amountFen: -thing.balanceFen },
      { key: keyOf('commission', thing), accountId, kind: 'commission', amountFen: -thing.commissionFen },
    ]
    return both.filter(({ amountFen }) => amountFen !== 0)
  })
  const refused = new Set(await openBalances(ctx, of.resellerId, openings, 'reversal'))
  const things = batch.map((thing) => ({
    ...thing,
    balanceFen: refused.has(keyOf('balance', thing)) ? thing.balanceFen : 0,
    commissionFen: refused.has(keyOf('commission', thing)) ? thing.commissionFen : 0,
  }))
  await saveThings(ctx.db, of, 'user', things)
  return openings.length - refused.size
}

async function deleteUsers(ctx: ImportCtx, { resellerId }: Of, users: readonly Thing[]): Promise<void> {
  const passwordHash = ctx.isDryRun ? '' : await hashPassword(randomToken(), { isPatient: true })
  const ids = users.filter((thing) => !hasMoney(thing)).map(({ ourKey }) => Number(ourKey))
  const kept = await findKept(ctx.db, resellerId, ids)
  let done = 0
  for (const batch of inBatches([...kept], DELETED_AT_ONCE)) {
    await inTx(ctx, async (tx) => {
      // Some thirty statements for each, that need not wait for those of the others.
      await together(batch.map((accountId) => forgetOne(tx, { resellerId, accountId }, passwordHash)))
    })
    done += batch.length
    ctx.onProgress?.({ stage: 'deleting', done, of: kept.size })
  }
}

async function finish(
  ctx: ImportCtx & { db: Tx },
  of: Of,
  { users, entries }: Pick<Undone, 'users' | 'entries'>,
): Promise<void> {
  const { resellerId, importId } = of
  await refuseFinished(ctx.db, of)
  await markUndone(ctx.db, of, ctx.now)
  const detail = { count: users, changed: entries }
  const entry = {
    resellerId,
    actor: ctx.actor,
    action: 'operator.import_undone',
    subject: `import:${importId}`,
    detail,
  }
  await writeAudit(ctx.db, entry, ctx.now)
}

/** Somebody took it away by hand before. */
async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function forgetOne(ctx: ImportCtx & { db: Tx }, owner: Owner, passwordHash: string): Promise<void> {
  const given = { passwordHash, tail: randomToken(6), now: ctx.now }
  if (await pseudonymise(ctx.db, owner, given)) await forgetPerson(ctx, owner)
}
