import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

import { inTx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { StartError } from '../../../platform/start-error.ts'
import { writeAudit } from '../../audit/audit.ts'
import { reportOn, type SourceReport } from '../check-source.ts'
import { wanted } from '../panels/tables.ts'
import { readSource, type Place } from '../reader/read-source.ts'
import { RowChecks } from '../report/check-rows.ts'
import { bringBlocks } from './bring-blocks.ts'
import { bringCoupons } from './bring-coupons.ts'
import { bringGifts } from './bring-gifts.ts'
import { bringLines } from './bring-lines.ts'
import { bringMoney } from './bring-money.ts'
import { bringNodeKeys } from './bring-node-keys.ts'
import { bringNodes } from './bring-nodes.ts'
import { bringPackages } from './bring-packages.ts'
import { bringServices } from './bring-services.ts'
import { bringTexts } from './bring-texts.ts'
import { bringTickets } from './bring-tickets.ts'
import { bringTokens } from './bring-tokens.ts'
import { bringUsers } from './bring-users.ts'
import { SourceRows } from './collect.ts'
import { nothingYet, type Brought, type ImportCtx, type Work } from './context.ts'
import { partReused } from './part-reused.ts'
import { beginRun, insertImport, loadOpenImport, lockImport, saveStage, type Stage } from './queries.ts'
import { refuseOtherPanel, refuseSource } from './refuse-source.ts'
import { findSame, keepRowMarks } from './same-users.ts'
import { wrapPasswords } from './wrap-passwords.ts'

export type ImportWish = {
  file: Place
  resellerId: number
  source: string
  /** Wholesale of imported packages, of their price. Null: as in the run before. */
  wholesalePercent: number | null
  /** The findings that need a look were looked at. */
  hasLooked: boolean
  /** What the agents of the old panel show, one for all of its nodes. */
  serverToken?: string
}
export type ImportReport = {
  source: SourceReport
  resellerId: number
  /** The operator's name for the old panel. */
  sourceName: string
  importId: number
  isFirst: boolean
  brought: Brought
}

/**
 * Brings a business over, stage by stage. Each stage compares the source with what came before and writes the difference
 * in one transaction: a run that ended early, a second one, and one with a newer file are all the same thing.
 */
export async function runImport(ctx: ImportCtx, wish: ImportWish): Promise<ImportReport> {
  const checks = new RowChecks(ctx.now)
  const rows = new SourceRows()
  const read = await readSource(wish.file, {
    wanted,
    onRow: (row) => {
      checks.take(row)
      rows.take(row)
    },
  })
  const source = reportOn(read, checks)
  refuseSource(source, rows, wish.hasLooked)
  const { importId, wholesalePercent, isFirst } = await begin(ctx, wish, source, {
    rows,
    fingerprint: read.fingerprint ?? (await fingerprintOf(String(wish.file))),
  })
  const work: Work = {
    resellerId: wish.resellerId,
    importId,
    rows,
    wholesalePercent,
    known: new Map(),
    same: new Set(),
    unsettled: new Set(),
    refreshed: [],
    brought: nothingYet(),
  }
  await stage(ctx, work, 'nodes', async (tx) => {
    await bringNodes(tx, work)
    await partReused(tx, work)
  })
  // After the nodes: a package has as many lines as nodes of its group came.
  await stage(ctx, work, 'packages', bringPackages)
  await findSame(ctx, work)
  await wrapPasswords(ctx, work)
  await stage(ctx, work, 'users', async (tx) => {
    await bringUsers(tx, work)
    await bringBlocks(tx, work, false)
    await bringServices(tx, work)
    await bringBlocks(tx, work, true)
    await bringLines(tx, work)
    await bringTokens(tx, work)
    await keepRowMarks(tx, work)
  })
  work.known.clear()
  await bringMoney(ctx, work)
  await stage(ctx, work, 'things', async (tx) => {
    await bringCoupons(tx, work)
    await bringTexts(tx, work)
    await bringTickets(tx, work)
    await bringNodeKeys(tx, work, wish.serverToken)
  })
  work.known.clear()
  await bringGifts(ctx, work)
  await stage(ctx, work, 'done', (tx) => auditRun(tx, work))
  return { source, resellerId: wish.resellerId, sourceName: wish.source, importId, isFirst, brought: work.brought }
}

async function stage(
  ctx: ImportCtx,
  work: Work,
  name: Stage,
  bring: (ctx: ImportCtx & { db: Tx }, work: Work) => Promise<void>,
): Promise<void> {
  ctx.onProgress?.({ stage: name, done: 0, of: 0 })
  await inTx(ctx, async (tx) => {
    if (!(await lockImport(tx.db, work))) throw new StartError('This import was undone meanwhile.', 'undone')
    // Another run may have written until now.
    work.known.clear()
    await bring(tx, work)
    await saveStage(tx.db, work, name, 0)
  })
}

type Begun = { importId: number; wholesalePercent: number; isFirst: boolean }

type Found = { rows: SourceRows; fingerprint: Buffer }

async function begin(
  ctx: ImportCtx,
  wish: ImportWish,
  report: SourceReport,
  { rows, fingerprint }: Found,
): Promise<Begun> {
  const { resellerId, source, wholesalePercent } = wish
  const panel = `${report.panel.name}, ${report.panel.version}`.slice(0, 160)
  return inTx(ctx, async (tx) => {
    const open = await loadOpenImport(tx.db, resellerId, source)
    if (!open) {
      if (wholesalePercent === null) {
        throw new StartError(
          '--wholesale-percent is missing: what the reseller pays you for imported packages, of their price.',
        )
      }
      const made = { resellerId, source, panel, wholesalePercent, fingerprint, now: ctx.now }
      return { importId: await insertImport(tx.db, made), wholesalePercent, isFirst: true }
    }
    if (open.undoingAt !== null) throw new StartError('This import is being undone: run import undo to its end first.')
    if (wholesalePercent !== null && wholesalePercent !== open.wholesalePercent) {
      throw new StartError(
        `This import began with --wholesale-percent ${open.wholesalePercent}: prices are changed by call prices.set.`,
      )
    }
    const of = { resellerId, importId: open.id }
    await refuseOtherPanel(tx, of, rows)
    await beginRun(tx.db, of, { panel, fingerprint, now: ctx.now })
    return { importId: open.id, wholesalePercent: open.wholesalePercent, isFirst: false }
  })
}

async function fingerprintOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest()
}

async function auditRun(ctx: ImportCtx & { db: Tx }, { resellerId, importId, brought }: Work): Promise<void> {
  const detail = { count: brought.users, changed: brought.usersChanged, amountFen: brought.balanceFen }
  const entry = { resellerId, actor: ctx.actor, action: 'operator.import_run', subject: `import:${importId}`, detail }
  await writeAudit(ctx.db, entry, ctx.now)
}
