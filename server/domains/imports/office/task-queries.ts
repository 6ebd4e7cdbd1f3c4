import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type TaskKind = 'check' | 'run' | 'undo'

type NewTask = {
  kind: TaskKind
  uploadId: number | null
  fileName: string | null
  resellerId: number | null
  source: string | null
  wholesalePercent: number | null
  hasLooked: boolean
  /** Who is named in the audit, and what the screen calls them. */
  actor: string
  askedBy: string
  now: Date
}

/** Null while another one is under way. */
export async function insertTask(db: Tx, task: NewTask): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'imports.insert_task',
    text: `insert into import_tasks
             (kind, upload_id, file_name, reseller_id, source, wholesale_percent, has_looked, actor, asked_by, asked_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict ((ended_at is null)) where ended_at is null do nothing returning id`,
    values: [
      task.kind,
      task.uploadId,
      task.fileName,
      task.resellerId,
      task.source,
      task.wholesalePercent,
      task.hasLooked,
      task.actor,
      task.askedBy,
      task.now,
    ],
  })
  return rows[0]?.id ?? null
}

export async function saveToken(db: Tx, taskId: number, sealedToken: Buffer): Promise<void> {
  await db.query({
    name: 'imports.save_token',
    text: 'update import_tasks set sealed_token = $2 where id = $1 and ended_at is null',
    values: [taskId, sealedToken],
  })
}

export type OpenTask = {
  id: number
  kind: TaskKind
  uploadId: number | null
  resellerId: number | null
  source: string | null
  wholesalePercent: number | null
  hasLooked: boolean
  sealedToken: Buffer | null
  actor: string
}

/** Null once it has ended. One that a killed process had begun is begun again. */
export async function beginTask(db: Queryable, taskId: number): Promise<OpenTask | null> {
  const rows = await db.query<OpenTask>({
    name: 'imports.begin_task',
    text: `update import_tasks set state = 'running' where id = $1 and ended_at is null
           returning id, kind, upload_id, reseller_id, source, wholesale_percent, has_looked, sealed_token, actor`,
    values: [taskId],
  })
  return rows[0] ?? null
}

type Step = { stage: string; done: number; of: number; now: Date }

/** A stage began when the last thing was told of the one before. */
export async function saveProgress(db: Queryable, taskId: number, { stage, done, of, now }: Step): Promise<void> {
  await db.query({
    name: 'imports.save_progress',
    text: `update import_tasks set stage = $2, done_count = $3, of_count = $4, progress_at = $5,
             stage_at = case when stage = $2 then stage_at else coalesce(progress_at, $5) end
            where id = $1 and ended_at is null`,
    values: [taskId, stage, done, of, now],
  })
}

type Ending = {
  state: 'done' | 'failed'
  report: object | null
  trouble: { says: string; code: string | null } | null
  now: Date
}

export async function endTask(db: Queryable, taskId: number, { state, report, trouble, now }: Ending): Promise<void> {
  await db.query({
    name: 'imports.end_task',
    text: `update import_tasks set state = $2, report = $3::jsonb, trouble = $4, trouble_code = $5, ended_at = $6,
             sealed_token = null where id = $1 and ended_at is null`,
    values: [taskId, state, report && JSON.stringify(report), trouble?.says ?? null, trouble?.code ?? null, now],
  })
}

export type TaskRow = {
  id: number
  kind: TaskKind
  state: 'waiting' | 'running' | 'done' | 'failed'
  uploadId: number | null
  fileName: string | null
  resellerId: number | null
  source: string | null
  wholesalePercent: number | null
  stage: string | null
  stageAt: Date | null
  doneCount: number
  ofCount: number
  progressAt: Date | null
  trouble: string | null
  troubleCode: string | null
  askedBy: string
  askedAt: Date
  endedAt: Date | null
}

/** Newest first. */
export function findTasks(db: Queryable, limit: number): Promise<TaskRow[]> {
  return db.query<TaskRow>({
    name: 'imports.tasks',
    text: `select id, kind, state, upload_id, file_name, reseller_id, source, wholesale_percent, stage, stage_at,
                  done_count, of_count, progress_at, trouble, trouble_code, asked_by, asked_at, ended_at
             from import_tasks order by id desc limit $1`,
    values: [limit],
  })
}

export async function loadReport(db: Queryable, taskId: number): Promise<unknown> {
  const rows = await db.query<{ report: unknown }>({
    name: 'imports.report',
    text: 'select report from import_tasks where id = $1 and report is not null',
    values: [taskId],
  })
  return rows[0]?.report ?? null
}

/** The result of the last whole reading of this file. */
export async function loadCheck(db: Queryable, uploadId: number): Promise<unknown> {
  const rows = await db.query<{ report: unknown }>({
    name: 'imports.last_check',
    text: `select report from import_tasks where upload_id = $1 and kind = 'check' and state = 'done'
            order by id desc limit 1`,
    values: [uploadId],
  })
  return rows[0]?.report ?? null
}

export type ShownImportRow = {
  id: number
  resellerId: number
  title: string | null
  source: string
  panel: string
  wholesalePercent: number
  stage: string
  runs: number
  begunAt: Date
  changedAt: Date
  undoneAt: Date | null
}

/** Finds tasks of every reseller, because only the operator moves businesses. Newest first. */
export function findImports(db: Queryable, limit: number): Promise<ShownImportRow[]> {
  return db.query<ShownImportRow>({
    name: 'imports.shown',
    text: `select i.id, i.reseller_id, r.title, i.source, i.panel, i.wholesale_percent, i.stage, i.runs, i.begun_at,
                  i.changed_at, i.undone_at
             from imports i join resellers r on r.id = i.reseller_id order by i.id desc limit $1`,
    values: [limit],
  })
}

export type NamedImport = { id: number; resellerId: number; source: string; undoingAt: Date | null; users: number }

/** Null also for one that was undone. */
export async function loadImport(db: Queryable, importId: number): Promise<NamedImport | null> {
  const rows = await db.query<NamedImport>({
    name: 'imports.named',
    text: `select i.id, i.reseller_id, i.source, i.undoing_at,
                  (select count(*)::integer from import_things t
                    where t.reseller_id = i.reseller_id and t.import_id = i.id and t.kind = 'user') as users
             from imports i where i.id = $1 and i.undone_at is null`,
    values: [importId],
  })
  return rows[0] ?? null
}

export async function hasOpenTask(db: Queryable): Promise<boolean> {
  const rows = await db.query({
    name: 'imports.open_task',
    text: 'select 1 as found from import_tasks where ended_at is null',
  })
  return rows.length > 0
}
