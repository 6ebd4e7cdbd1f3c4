import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { equalBytes } from '../../../platform/secrets/crypto.ts'
import { StartError } from '../../../platform/start-error.ts'
import { digestOf, partCount, partSize } from '../../clients/files.ts'
import { loadPart } from './upload-queries.ts'

type Upload = { id: number; sizeBytes: number }
type Place = { config: Pick<Config, 'dataDir'> }

/** Beside the data and not among the system's passing files: those may lie in memory, and this one has gigabytes. */
const folderOf = ({ config }: Place) => path.join(config.dataDir, 'imports')

/**
 * Puts an uploaded file together on this machine's disk for as long as somebody reads it. Only its owner can open it: it
 * has the digest of every old password.
 */
export async function withSourceFile<T>(
  ctx: Place & { db: Queryable; onPart: (done: number, of: number) => void },
  upload: Upload,
  work: (file: string) => Promise<T>,
): Promise<T> {
  // Only one is read at a time: what else lies here was left by a process that was killed.
  await removeLeftFiles(ctx)
  await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(folderOf(ctx), 'reading-'))
  try {
    const file = path.join(folder, 'source')
    await writeParts(ctx, upload, file)
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns how many there were. */
export async function removeLeftFiles(ctx: Place): Promise<number> {
  const names = await readdir(folderOf(ctx)).catch(() => [])
  for (const name of names) await rm(path.join(folderOf(ctx), name), { recursive: true, force: true })
  return names.length
}

async function writeParts(
  { db, onPart }: { db: Queryable; onPart: (done: number, of: number) => void },
  upload: Upload,
  file: string,
): Promise<void> {
  const count = partCount(upload.sizeBytes)
  const handle = await open(file, 'wx', 0o600)
  try {
    for (let number = 0; number < count; number += 1) {
      await handle.write(await getPart(db, upload, number))
      onPart(number + 1, count)
    }
  } finally {
    await handle.close()
  }
}

async function getPart(db: Queryable, { id, sizeBytes }: Upload, number: number): Promise<Buffer> {
  const part = await loadPart(db, id, number)
  const isRight =
    part && part.bytes.length === partSize(sizeBytes, number) && equalBytes(digestOf(part.bytes), part.sha256)
  if (isRight) return part.bytes
  throw new StartError('The uploaded file is no longer whole: upload it again. What came over before stays.', 'parts')
}
