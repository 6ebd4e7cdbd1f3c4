import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { equalBytes } from '../../../platform/secrets/crypto.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { digestOf, partSize, readPart } from '../../clients/files.ts'
import {
  deleteUpload,
  findPartFacts,
  findUploads,
  insertUpload,
  lockUpload,
  lockUploads,
  savePart,
} from './upload-queries.ts'

const { imports: calls } = consoleApi

/** Each may take 2 GB of the database. Three are enough for two panels and a newer file of one of them. */
const FILES_MAX = 3

const uploadSubject = (uploadId: number) => `upload:${uploadId}`

/** Goes on with a file of the same name and size. The uploader compares the checksums of its parts. */
export const beginFile: Handler<typeof calls.beginFile> = (ctx, { name, sizeBytes }) =>
  inTx(ctx, async (tx) => {
    await lockUploads(tx.db)
    const uploads = await findUploads(tx.db)
    const known = uploads.find((upload) => upload.name === name && upload.sizeBytes === sizeBytes)
    if (known) {
      const parts = await findPartFacts(tx.db, known.id)
      const facts = parts.map(({ number, sha256 }) => ({ number, sha256: sha256.toString('hex') }))
      return { uploadId: known.id, parts: facts }
    }
    if (uploads.length >= FILES_MAX) fail('import.files_max')
    const uploadId = await insertUpload(tx.db, { name, sizeBytes, madeBy: ctx.actor.name, now: ctx.now })
    const entry = { resellerId: null, actor: staffActor(ctx), action: 'import.file_begun' }
    await writeAudit(
      tx.db,
      { ...entry, subject: uploadSubject(uploadId), detail: { file: name, bytes: sizeBytes } },
      ctx.now,
    )
    return { uploadId, parts: [] }
  })

/** In any order, and as often as needed: a part that came before is replaced. */
export const putPart: Handler<typeof calls.putPart> = (ctx, { uploadId, number, bytes: base64, sha256 }) => {
  const bytes = readPart(base64)
  const digest = digestOf(bytes)
  if (!equalBytes(digest, Buffer.from(sha256, 'hex'))) {
    fail('request.invalid', { fields: { sha256: 'the checksum of these bytes' } })
  }
  return inTx(ctx, async (tx) => {
    const { sizeBytes, isInUse } = (await lockUpload(tx.db, uploadId)) ?? fail('object.unknown')
    if (isInUse) fail('import.busy')
    if (bytes.length !== partSize(sizeBytes, number))
      fail('request.invalid', { fields: { bytes: 'the size of this part' } })
    await savePart(tx.db, uploadId, { number, bytes, sha256: digest })
    return {}
  })
}

export const removeFile: Handler<typeof calls.removeFile> = (ctx, { uploadId }) =>
  inTx(ctx, async (tx) => {
    const { name, isInUse } = (await lockUpload(tx.db, uploadId)) ?? fail('object.unknown')
    if (isInUse) fail('import.busy')
    await deleteUpload(tx.db, uploadId)
    const entry = { resellerId: null, actor: staffActor(ctx), action: 'import.file_removed' }
    await writeAudit(tx.db, { ...entry, subject: uploadSubject(uploadId), detail: { file: name } }, ctx.now)
    return {}
  })
