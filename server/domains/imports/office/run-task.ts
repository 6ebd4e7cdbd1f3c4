import type { ShownImportReport } from '../../../../contract/console/imports.ts'
import { clock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { unseal } from '../../../platform/secrets/crypto.ts'
import { StartError } from '../../../platform/start-error.ts'
import { errorText } from '../../../platform/text/error-texts.ts'
import { checkSource } from '../check-source.ts'
import type { Progress } from '../run/context.ts'
import { runImport, type ImportWish } from '../run/run-import.ts'
import { undoImportOnce } from '../run/undo-import.ts'
import { checkReport, runReport, undoReport } from './reports.ts'
import { withSourceFile } from './source-file.ts'
import { beginTask, endTask, saveProgress, type OpenTask } from './task-queries.ts'
import { TOKEN_PURPOSE } from './tasks.ts'
import { deleteUpload, loadUpload } from './upload-queries.ts'

/**
 * The job behind the console's import: the same functions as the command's. A process that ends in the middle leaves the
 * job to another one, which goes on where the stages are.
 */
export async function runTask(ctx: JobCtx, { taskId }: { taskId: number }): Promise<void> {
  const task = await beginTask(ctx.db, taskId)
  if (!task) return
  const progress = follow(ctx, taskId)
  try {
    const report = await work(ctx, task, progress.tell)
    await progress.end()
    await endTask(ctx.db, taskId, { state: 'done', report, trouble: null, now: clock.now() })
    // The file holds all digests of old passwords, so it is deleted once everything is here.
    if (task.kind === 'run' && task.uploadId !== null) await deleteUpload(ctx.db, task.uploadId)
  } catch (error) {
    await progress.end()
    const known = troubleOf(error)
    if (known === null && !ctx.isLastAttempt) throw error
    const trouble = known ?? { says: 'Something unexpected happened, and the log tells what.', code: 'unexpected' }
    await endTask(ctx.db, taskId, { state: 'failed', report: null, trouble, now: clock.now() })
    if (known === null) throw error
  }
}

type Tell = (progress: Progress) => void

async function work(ctx: JobCtx, task: OpenTask, tell: Tell): Promise<ShownImportReport> {
  const { kind, resellerId, source, wholesalePercent, hasLooked, actor } = task
  const importCtx = { ...ctx, actor, isDryRun: false, onProgress: tell }
  if (kind === 'undo') return undoReport(await undoImportOnce(importCtx, resellerId!, source!))
  const upload = task.uploadId === null ? null : await loadUpload(ctx.db, task.uploadId)
  if (!upload) throw new StartError('The uploaded file is gone: upload it again.', 'parts')
  const onPart = (done: number, of: number) => tell({ stage: 'file', done, of })
  return withSourceFile({ ...ctx, onPart }, upload, async (file) => {
    tell({ stage: 'reading', done: 0, of: 0 })
    if (kind === 'check') return checkReport(await checkSource(ctx, file))
    const wish: ImportWish = { file, resellerId: resellerId!, source: source!, wholesalePercent, hasLooked }
    return runReport(await runImport(importCtx, { ...wish, ...tokenOf(ctx, task) }))
  })
}

function tokenOf({ config }: JobCtx, { id, sealedToken }: OpenTask): { serverToken?: string } {
  return sealedToken === null ? {} : { serverToken: unseal(config, TOKEN_PURPOSE, String(id), sealedToken) }
}

/** Writes how far it is, one row after another: what is told while one is written waits, and only the last of it is kept. */
function follow(ctx: JobCtx, taskId: number): { tell: Tell; end: () => Promise<void> } {
  let next: Progress | null = null
  let saving: Promise<void> | null = null
  const save = async () => {
    while (next) {
      const told: Progress = next
      next = null
      await saveProgress(ctx.db, taskId, { ...told, now: clock.now() })
    }
    saving = null
  }
  return {
    tell(progress) {
      next = progress
      // A screen without the latest figure is no reason to end the work.
      saving ??= save().catch(() => void (saving = null))
    },
    async end() {
      await saving
    },
  }
}

/** Null for what nobody foresaw: that is tried again. */
function troubleOf(error: unknown): { says: string; code: string | null } | null {
  if (error instanceof StartError) return { says: error.message.slice(0, 500), code: error.code }
  if (error instanceof Refusal) return { says: errorText(error.code, 'en').slice(0, 500), code: error.code }
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return null
  return { says: 'The disk is full: make room, then start again. What came over before stays.', code: 'disk' }
}
