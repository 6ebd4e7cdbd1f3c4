import { consoleApi } from '../../../../contract/console/api.ts'
import type { ImportTask, ShownImportReport } from '../../../../contract/console/imports.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { partCount } from '../../clients/files.ts'
import { KEPT_MS } from '../retention.ts'
import { findImports, findTasks, loadReport, type TaskRow } from './task-queries.ts'
import { findUploads } from './upload-queries.ts'

const { imports: calls } = consoleApi
const TASKS_SHOWN = 20
const IMPORTS_SHOWN = 50

export const listImports: Handler<typeof calls.list> = async ({ db }) => {
  const uploads = (await findUploads(db)).map(({ id, name, sizeBytes, partsHere, madeBy, createdAt }) => ({
    uploadId: id,
    name,
    sizeBytes,
    partsHere,
    parts: partCount(sizeBytes),
    madeBy,
    createdAt: createdAt.toISOString(),
    keptUntil: new Date(createdAt.getTime() + KEPT_MS).toISOString(),
  }))
  const tasks = (await findTasks(db, TASKS_SHOWN)).map(shownTask)
  const imports = (await findImports(db, IMPORTS_SHOWN)).map((row) => ({
    importId: row.id,
    resellerId: row.resellerId,
    title: row.title ?? '',
    source: row.source,
    panel: row.panel,
    wholesalePercent: row.wholesalePercent,
    isDone: row.stage === 'done',
    runs: row.runs,
    begunAt: row.begunAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }))
  return { uploads, tasks, imports }
}

export const showReport: Handler<typeof calls.report> = async ({ db }, { taskId }) => {
  const report = ((await loadReport(db, taskId)) as ShownImportReport | null) ?? fail('object.unknown')
  // One of an earlier version has no steps.
  return { ...report, next: report.next ?? [] }
}

function shownTask(row: TaskRow): ImportTask {
  const { id, kind, state, uploadId, fileName, resellerId, source, wholesalePercent, askedBy } = row
  return {
    taskId: id,
    kind,
    state,
    uploadId,
    fileName,
    resellerId,
    source,
    wholesalePercent,
    askedBy,
    askedAt: row.askedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    progress: state === 'running' && row.stage !== null ? progressOf(row, row.stage) : null,
    trouble: row.trouble === null ? null : { says: row.trouble, code: row.troubleCode },
  }
}

/** By the pace of this stage alone: the others have another one. */
function progressOf({ stageAt, progressAt, doneCount: done, ofCount: of }: TaskRow, stage: string) {
  const tookMs = progressAt!.getTime() - stageAt!.getTime()
  const leftS = done === 0 || of === 0 ? null : Math.ceil(((tookMs / done) * Math.max(0, of - done)) / 1000)
  return { stage, done, of, leftS }
}
