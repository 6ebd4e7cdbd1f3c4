import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import { blockType, MAGIC, type FileEnd, type OpenHead, type PartEnd, type PartHead } from './head.ts'
import { makeCipher, type Cipher } from './sealing.ts'

const compress = promisify(zstdCompress)
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
/** Chunks compressed at the same time, on other threads. */
const AT_ONCE = 3

export const PARTIAL = '.part'

/**
 * Writes under another name until everything is on the disk: a file under its own name is always whole. What a killed
 * process leaves behind ends in `.part`.
 */
export async function writeFileWhole<T>(file: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const partial = file + PARTIAL
  const handle = await open(partial, 'w', 0o600)
  try {
    const result = await write(handle)
    await handle.sync()
    await handle.close()
    await rename(partial, file)
    await syncFolder(path.dirname(file))
    return result
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/** The new name is on the disk only once its folder is synced. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

export type BlockWriter = {
  writeJson(type: number, value: unknown): Promise<void>
  writePart(head: Pick<PartHead, 'name'>, chunks: AsyncIterable<Buffer>): Promise<PartEnd>
  end(): Promise<{ bytes: number; sha256: string }>
}

export async function startBlocks(handle: FileHandle, head: OpenHead, passphrase: string | null): Promise<BlockWriter> {
  const hash = createHash('sha256')
  let bytes = 0
  let blocks = 0
  const put = async (data: Buffer) => {
    hash.update(data)
    bytes += data.length
    await handle.writeFile(data)
  }
  const headLine = Buffer.from(`${JSON.stringify(head)}\n`)
  await put(MAGIC)
  await put(headLine)
  const cipher: Cipher | null = head.sealing ? await makeCipher(passphrase!, head.sealing, headLine) : null
  const writeBlock = async (type: number, payload: Buffer) => {
    const plain = Buffer.concat([Buffer.of(type), payload])
    const body = cipher ? cipher.seal(plain) : plain
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    blocks += 1
    await put(Buffer.concat([length, body]))
  }
  const writeJson = (type: number, value: unknown) => writeBlock(type, Buffer.from(JSON.stringify(value)))
  return {
    writeJson,
    async writePart({ name }, chunks) {
      await writeJson(blockType.part, { name })
      const end = await writeChunks(chunks, (packed) => writeBlock(blockType.data, packed))
      await writeJson(blockType.partEnd, end)
      return end
    },
    async end() {
      const sha256 = hash.copy().digest('hex')
      await writeJson(blockType.end, { blocks, sha256 } satisfies FileEnd)
      return { bytes, sha256 }
    },
  }
}

async function writeChunks(chunks: AsyncIterable<Buffer>, write: (packed: Buffer) => Promise<void>): Promise<PartEnd> {
  const hash = createHash('sha256')
  const packing: Promise<Buffer>[] = []
  let bytes = 0
  let rows = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    rows += countLines(chunk)
    const packed = compress(chunk, LEVEL)
    // Awaited later in its turn; until then its failure would be unhandled.
    packed.catch(() => {})
    packing.push(packed)
    if (packing.length >= AT_ONCE) await write(await packing.shift()!)
  }
  for (const packed of packing) await write(await packed)
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** A line end inside a value is written as two characters, so each line is a row. */
export function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  return lines
}
