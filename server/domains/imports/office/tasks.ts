import { consoleApi } from '../../../../contract/console/api.ts'
import type { ShownImportReport } from '../../../../contract/console/imports.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { seal } from '../../../platform/secrets/crypto.ts'
import { staffActor, staffName, writeAudit, type AuditWords } from '../../audit/audit.ts'
import { partCount } from '../../clients/files.ts'
import { addReseller } from '../../resellers/add-reseller.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { updateBrand } from '../../resellers/update-brand.ts'
import { findUses, loadOpenImport } from '../run/queries.ts'
import { insertTask, loadCheck, loadImport, saveToken, type NamedImport, type TaskKind } from './task-queries.ts'
import { findPartFacts, lockUpload, type LockedUpload } from './upload-queries.ts'

const { imports: calls } = consoleApi
type Ctx = StaffCtx<'platform'> & { db: Tx }

/** Unexpected troubles are tried again, so that a restart of the server or the database costs minutes alone. */
const TRIES = 5
export const TOKEN_PURPOSE = 'import-token'

export const askCheck: Handler<typeof calls.check> = (ctx, { uploadId }) =>
  inTx(ctx, async (tx) => {
    const upload = await getWhole(tx, uploadId)
    return { taskId: await ask(tx, { kind: 'check', upload }) }
  })

export const askRun: Handler<typeof calls.run> = (ctx, { uploadId, serverToken, ...wish }) =>
  inTx(ctx, async (tx) => {
    const upload = await getWhole(tx, uploadId)
    await refuseUnchecked(tx, uploadId, wish.hasLooked)
    const resellerId = await chooseReseller(tx, wish)
    const source = wish.source ?? 'panel'
    const wholesalePercent = wish.wholesalePercent ?? null
    await refusePercent(tx, { resellerId, source, wholesalePercent })
    const { hasLooked } = wish
    const taskId = await ask(tx, { kind: 'run', upload, resellerId, source, wholesalePercent, hasLooked })
    if (serverToken !== undefined) {
      await saveToken(tx.db, taskId, seal(ctx.config.secretKey, TOKEN_PURPOSE, String(taskId), serverToken))
    }
    return { taskId, resellerId }
  })

export const showUses: Handler<typeof calls.uses> = async ({ db }, { importId }) => {
  const named = (await loadImport(db, importId)) ?? fail('object.unknown')
  return { users: named.users, uses: await usesOf(db, named) }
}

/** What was sold between this and the job is seen by the job, which then undoes nothing. */
export const askUndo: Handler<typeof calls.undo> = (ctx, { importId }) =>
  inTx(ctx, async (tx) => {
    const named = (await loadImport(tx.db, importId)) ?? fail('object.unknown')
    if ((await usesOf(tx.db, named)).length > 0) fail('import.used')
    const { resellerId, source } = named
    return { taskId: await ask(tx, { kind: 'undo', resellerId, source }) }
  })

/** An undo that ended in the middle goes on: what it moved itself is no use. */
async function usesOf(db: Queryable, { id, resellerId, undoingAt }: NamedImport): Promise<string[]> {
  return undoingAt ? [] : findUses(db, { resellerId, importId: id })
}

type TaskWish = {
  kind: TaskKind
  upload?: LockedUpload
  resellerId?: number
  source?: string
  wholesalePercent?: number | null
  hasLooked?: boolean
}

async function ask(tx: Ctx, wish: TaskWish): Promise<number> {
  const { kind, upload, resellerId = null, source = null, wholesalePercent = null, hasLooked = false } = wish
  const file = { uploadId: upload?.id ?? null, fileName: upload?.name ?? null }
  const by = { actor: staffName(tx.actor), askedBy: tx.actor.name, now: tx.now }
  const made = await insertTask(tx.db, { kind, ...file, resellerId, source, wholesalePercent, hasLooked, ...by })
  const taskId = made ?? fail('import.busy')
  await addJob(tx.db, 'imports.task', { taskId }, { maxAttempts: TRIES })
  const detail: AuditWords = {
    kind,
    ...(upload ? { file: upload.name } : {}),
    ...(wholesalePercent === null ? {} : { percent: wholesalePercent }),
  }
  const entry = { resellerId, actor: staffActor(tx), action: 'import.asked', subject: `import_task:${taskId}`, detail }
  await writeAudit(tx.db, entry, tx.now)
  return taskId
}

async function getWhole(tx: Ctx, uploadId: number): Promise<LockedUpload> {
  const upload = (await lockUpload(tx.db, uploadId)) ?? fail('object.unknown')
  const parts = await findPartFacts(tx.db, uploadId)
  if (parts.length !== partCount(upload.sizeBytes)) fail('request.invalid', { fields: { uploadId: 'all parts' } })
  return upload
}

/** Nobody brings over what nobody has looked at. */
async function refuseUnchecked(tx: Ctx, uploadId: number, hasLooked: boolean): Promise<void> {
  const report = (await loadCheck(tx.db, uploadId)) as ShownImportReport | null
  if (!report) fail('request.invalid', { fields: { uploadId: 'a dry run first' } })
  if (!hasLooked && report.source!.findings.some(({ needsLook }) => needsLook)) {
    fail('request.invalid', { fields: { hasLooked: 'the findings that need a look' } })
  }
}

async function chooseReseller(tx: Ctx, { resellerId, title }: { resellerId?: number; title?: string }) {
  if (resellerId !== undefined) {
    if (title !== undefined) fail('request.invalid', { fields: { title: 'for a new reseller' } })
    await getSellingTerms(tx, resellerId)
    return resellerId
  }
  if (!may(tx, 'resellers.write')) fail('staff.forbidden')
  const actor = staffActor(tx)
  const made = await addReseller(tx, null, actor)
  if (title !== undefined) await updateBrand(tx, made, { title: title.trim() }, actor)
  return made
}

type Named = { resellerId: number; source: string; wholesalePercent: number | null }

/** Decided once: later runs only bring what changed. */
async function refusePercent(tx: Ctx, { resellerId, source, wholesalePercent }: Named): Promise<void> {
  const open = await loadOpenImport(tx.db, resellerId, source)
  const isWrong = open
    ? wholesalePercent !== null && wholesalePercent !== open.wholesalePercent
    : wholesalePercent === null
  if (isWrong) {
    const problem = open ? `${open.wholesalePercent}, as in the first run` : 'what the reseller pays, of their price'
    fail('request.invalid', { fields: { wholesalePercent: problem } })
  }
}
