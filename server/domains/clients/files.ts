import { createHash } from 'node:crypto'

import { FILE_PART_BYTES } from '../../../contract/client-files.ts'
import type { ClientFile } from '../../../contract/console/clients.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { equalBytes } from '../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { filePath } from './catalogue.ts'
import {
  deleteFile,
  findFiles,
  findPartFacts,
  findUpload,
  finishUpload,
  insertUpload,
  loadPart,
  lockUpload,
  savePart,
  type FinishedFile,
} from './file-queries.ts'

type FileCtx = Pick<Ctx, 'db' | 'now'>

export async function listFiles(db: Queryable): Promise<ClientFile[]> {
  return (await findFiles(db)).map(shownFile)
}

/** Goes on with an unfinished file of the same name and size. The uploader compares the checksums of its parts. */
export async function beginFile(
  ctx: FileCtx,
  name: string,
  sizeBytes: number,
): Promise<{ fileId: number; parts: { number: number; sha256: string }[] }> {
  const known = await findUpload(ctx.db, name, sizeBytes)
  const fileId = known ?? (await insertUpload(ctx.db, name, sizeBytes, ctx.now))
  const parts = known === null ? [] : await findPartFacts(ctx.db, fileId)
  return { fileId, parts: parts.map((part) => ({ number: part.number, sha256: part.sha256.toString('hex') })) }
}

export function putPart(ctx: FileCtx, fileId: number, number: number, base64: string): Promise<void> {
  const bytes = readPart(base64)
  return inTx(ctx, async (tx) => {
    const { sizeBytes } = (await lockUpload(tx.db, fileId)) ?? fail('object.unknown')
    if (bytes.length !== partSize(sizeBytes, number))
      fail('request.invalid', { fields: { bytes: 'the size of this part' } })
    await savePart(tx.db, fileId, number, bytes, digestOf(bytes))
  })
}

/** Computes the checksum of what is stored; only then the file has an address. The same file twice is one file. */
export function finishFile(ctx: FileCtx, fileId: number, actor: AuditActor): Promise<ClientFile> {
  return inTx(ctx, async (tx) => {
    const { name, sizeBytes } = (await lockUpload(tx.db, fileId)) ?? fail('object.unknown')
    const digest = await digestAll(tx.db, fileId, sizeBytes)
    if ((await finishUpload(tx.db, fileId, digest)) === null) await deleteFile(tx.db, fileId)
    const file = (await findFiles(tx.db)).find((one) => one.name === name && equalBytes(one.sha256, digest))
    const entry = { resellerId: null, actor, action: 'client.file_added', subject: `file:${file!.id}` }
    await writeAudit(tx.db, { ...entry, after: { name, count: partCount(sizeBytes) } }, ctx.now)
    return shownFile(file!)
  })
}

export function removeFile(ctx: FileCtx, fileId: number, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const name = (await deleteFile(tx.db, fileId)) ?? fail('object.unknown')
    const entry = { resellerId: null, actor, action: 'client.file_removed', subject: `file:${fileId}` }
    await writeAudit(tx.db, { ...entry, before: { name } }, ctx.now)
  })
}

/**
 * The bytes from `first` to `last` in pieces of at most a part, so that a large file never lies in memory. Throws when a
 * part is missing or is not what was stored.
 */
export async function* readFile(
  db: Queryable,
  file: Pick<FinishedFile, 'id' | 'sizeBytes'>,
  { first, last }: { first: number; last: number },
): AsyncGenerator<Buffer> {
  for (let number = Math.floor(first / FILE_PART_BYTES); number * FILE_PART_BYTES <= last; number += 1) {
    const bytes = await getPart(db, file, number)
    const start = number * FILE_PART_BYTES
    yield bytes.subarray(Math.max(0, first - start), Math.min(bytes.length, last - start + 1))
  }
}

async function getPart(db: Queryable, { id, sizeBytes }: Pick<FinishedFile, 'id' | 'sizeBytes'>, number: number) {
  const part = await loadPart(db, id, number)
  const isRight =
    part && part.bytes.length === partSize(sizeBytes, number) && equalBytes(digestOf(part.bytes), part.sha256)
  if (!isRight) throw new Error(`Part ${number} of the file ${id} is not what was stored`)
  return part.bytes
}

export function readPart(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  // Buffer.from skips what is not base64.
  return bytes.toString('base64') === base64 ? bytes : fail('request.invalid', { fields: { bytes: 'base64' } })
}

export function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

async function digestAll(db: Queryable, fileId: number, sizeBytes: number): Promise<Buffer> {
  const parts = await findPartFacts(db, fileId)
  if (parts.length !== partCount(sizeBytes)) fail('request.invalid', { fields: { fileId: 'all parts' } })
  const hash = createHash('sha256')
  for await (const bytes of readFile(db, { id: fileId, sizeBytes }, { first: 0, last: sizeBytes - 1 }))
    hash.update(bytes)
  return hash.digest()
}

export function partCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / FILE_PART_BYTES)
}

/** 0 behind the end. */
export function partSize(sizeBytes: number, number: number): number {
  return Math.max(0, Math.min(FILE_PART_BYTES, sizeBytes - number * FILE_PART_BYTES))
}

function shownFile({ id, name, sizeBytes, sha256: digest }: FinishedFile): ClientFile {
  return { fileId: id, name, sizeBytes, sha256: digest.toString('hex'), path: filePath({ sha256: digest, name }) }
}
