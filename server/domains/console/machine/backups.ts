import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import { BackupError } from '../../../platform/backup/backup-error.ts'
import { listBackups } from '../../../platform/backup/folder.ts'
import { walkBackup } from '../../../platform/backup/read-file.ts'
import { sealCopy } from '../../../platform/backup/seal-copy.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { FileReply } from '../../../platform/http/file-answer.ts'
import { plainError } from '../../../platform/jobs/job-desk.ts'
import { addJob, loadJobTime } from '../../../platform/jobs/jobs.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { findRuns } from '../../backups/runs.ts'

type Calls = typeof consoleApi.backups
type Ctx = StaffCtx<'platform'>
const RUNS = 30
const JOB_KEY = 'backups.now'

export async function showBackups(ctx: Ctx): Promise<AnswerOf<Calls['list']>> {
  const { dir, isNightly, passphrase } = ctx.config.backup
  const files = await listBackups(dir)
  const runs = await findRuns(ctx.db, RUNS)
  return {
    host: hostname(),
    isNightly,
    isSealing: passphrase !== null,
    isRunning: (await loadJobTime(ctx.db, JOB_KEY)) !== null,
    files: files.map(({ name, bytes, isNightly: byNight, head }) => ({
      file: name,
      madeAt: head?.madeAt ?? null,
      bytes,
      release: head?.release ?? null,
      isNightly: byNight,
      isSealed: head ? head.sealing !== null : null,
    })),
    runs: runs.map(({ startedAt, sha256: _sum, file, trouble, ...run }) => ({
      ...run,
      startedAt,
      file: path.basename(file),
      trouble: plainError(trouble),
    })),
  }
}

export async function runBackup(ctx: Ctx): Promise<void> {
  await addJob(ctx.db, 'backups.now', {}, { key: JOB_KEY, maxAttempts: 1 })
  const entry = { resellerId: null, actor: staffActor(ctx), action: 'backup.asked', subject: null }
  await writeAudit(ctx.db, entry, ctx.now)
}

/** Accepts only names of files in the backup folder: no name leads out of it. */
async function getFile(ctx: Ctx, name: string): Promise<string> {
  const { dir } = ctx.config.backup
  const isThere = (await listBackups(dir)).some((backup) => backup.name === name)
  return isThere ? path.join(dir, name) : fail('object.unknown')
}

const readably = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    return error instanceof BackupError ? fail('backup.unreadable') : Promise.reject(error as Error)
  }
}

export async function verifyBackup(
  ctx: Ctx,
  { file: name, passphrase }: Static<Calls['verify']['input']>,
): Promise<AnswerOf<Calls['verify']>> {
  const file = await getFile(ctx, name)
  const walked = await readably(walkBackup(file, { passphrase: passphrase ?? ctx.config.backup.passphrase }))
  const { contents, bytes, sha256 } = walked
  const entry = { resellerId: null, actor: staffActor(ctx), action: 'backup.verified', subject: null }
  await writeAudit(ctx.db, { ...entry, detail: { file: name, bytes } }, ctx.now)
  const rows = contents.parts.reduce((sum, part) => sum + part.rows, 0)
  return { tables: contents.parts.length, rows, bytes, sha256 }
}

/** Seals the backup again with the typed passphrase: it never leaves the machine open. */
export async function downloadBackup(
  ctx: Ctx,
  { file: name, passphrase }: Static<Calls['download']['input']>,
): Promise<FileReply> {
  const from = await getFile(ctx, name)
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-backup-'))
  const to = path.join(folder, name)
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    await readably(sealCopy({ from, to, passphrase, fromPassphrase: ctx.config.backup.passphrase }))
  } catch (error) {
    await forget()
    throw error
  }
  const entry = { resellerId: null, actor: staffActor(ctx), action: 'backup.downloaded', subject: null }
  await writeAudit(ctx.db, { ...entry, detail: { file: name } }, ctx.now)
  return new FileReply(name, 'application/octet-stream', readAndForget(to, forget))
}

async function* readAndForget(file: string, forget: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk as Buffer
  } finally {
    await forget()
  }
}
