import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { consoleApi } from '../../../contract/console/api.ts'
import { inTx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { Handler } from '../../platform/http/bind.ts'
import { FileReply } from '../../platform/http/file-answer.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { findExports, insertExport, loadExport, loadPart } from './queries.ts'
import { KEPT_MS } from './retention.ts'

const { exports: calls } = consoleApi
const unpack = promisify(gunzip)
const SHOWN = 20
const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' }

export const listExports: Handler<typeof calls.list> = async ({ db, resellerId }) => {
  const found = await findExports(db, resellerId, SHOWN)
  const rows = found.map(({ id, format, state, askedBy, askedAt, endedAt, files }) => ({
    exportId: id,
    format,
    state,
    askedBy,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    keptUntil: endedAt && state === 'done' ? new Date(endedAt.getTime() + KEPT_MS).toISOString() : null,
    files,
  }))
  return { rows }
}

export const makeExport: Handler<typeof calls.make> = (ctx, { format }) =>
  inTx(ctx, async (tx) => {
    const { resellerId, now } = tx
    const { id, isNew } = await insertExport(tx.db, { resellerId, format, askedBy: tx.actor.name, now })
    if (isNew) {
      await addJob(tx.db, 'exports.write', { resellerId, exportId: id }, { maxAttempts: 3 })
      const entry = { resellerId, actor: staffActor(ctx), action: 'export.asked', subject: `export:${id}` }
      await writeAudit(tx.db, { ...entry, detail: { format } }, now)
    }
    return { exportId: id }
  })

export const downloadExport: Handler<typeof calls.download> = async (ctx, { exportId, file }) => {
  const { db, resellerId, now } = ctx
  const found = await loadExport(db, { resellerId, exportId })
  if (found?.state !== 'done') fail('object.unknown')
  const entry = { resellerId, actor: staffActor(ctx), action: 'export.downloaded', subject: `export:${exportId}` }
  await writeAudit(db, { ...entry, detail: { file } }, now)
  return new FileReply(
    `${file}-${resellerId}.${found.format}`,
    TYPES[found.format],
    readFile(db, { resellerId, exportId, file }),
  )
}

/** Part by part: a file of any size takes the memory of one. */
async function* readFile(
  db: Queryable,
  named: { resellerId: number; exportId: number; file: string },
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const content = await loadPart(db, { ...named, part })
    if (content === null) return
    yield await unpack(content)
  }
}
