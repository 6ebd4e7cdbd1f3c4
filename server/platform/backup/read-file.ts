import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

import { BackupError } from './backup-error.ts'
import { CHUNK_BYTES } from './copy-rows.ts'
import {
  BLOCK_MAX_BYTES,
  blockType,
  FORMAT,
  HEAD_MAX_BYTES,
  MAGIC,
  type Contents,
  type FileEnd,
  type OpenHead,
  type PartEnd,
  type PartHead,
} from './head.ts'
import { makeCipher, type Cipher } from './sealing.ts'
import { countLines } from './write-file.ts'

const unpack = promisify(zstdDecompress)

export type Walked = { head: OpenHead; contents: Contents; bytes: number; sha256: string }
/** Gets every part with its rows; rows it does not read are skipped. */
export type PartVisitor = (part: PartHead, chunks: AsyncIterable<Buffer>) => Promise<void>
type WalkOptions = {
  passphrase: string | null
  /** Called before the first part. */
  onContents?: (contents: Contents) => Promise<void>
  onPart?: PartVisitor
}

/** Reads only the unsealed head. */
export async function readOpenHead(file: string): Promise<OpenHead> {
  return withFile(file, async (handle) => (await startReading(handle)).head)
}

/** Reads a whole file, checks every checksum and count, and passes its parts on. Throws if anything does not fit. */
export function walkBackup(file: string, options: WalkOptions): Promise<Walked> {
  return withFile(file, async (handle) => {
    const { head, headLine, reader } = await startReading(handle)
    const cipher = await openCipher(head, headLine, options.passphrase)
    const blocks = readBlocks(reader, cipher)
    const contents = await expectJson<Contents>(blocks, blockType.contents)
    await options.onContents?.(contents)
    for (const part of contents.parts) {
      const { name } = await expectJson<{ name: string }>(blocks, blockType.part)
      if (name !== part.name) throw damaged(`the part ${part.name} is missing`)
      const chunks = readPart(blocks, part)
      await options.onPart?.(part, chunks)
      for await (const _rest of chunks);
    }
    const sha256 = reader.digest()
    const before = blocks.count
    const end = await expectJson<FileEnd>(blocks, blockType.end)
    if (end.blocks !== before || end.sha256 !== sha256) throw damaged('its sum is wrong')
    if ((await reader.take(1)).length > 0) throw damaged('something follows its end')
    return { head, contents, bytes: reader.position(), sha256 }
  })
}

const damaged = (why: string) => new BackupError(`This backup is damaged or was changed: ${why}. Nothing was written.`)

async function withFile<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${error.message}`)
  })
  return work(handle).finally(() => handle.close())
}

type Reader = { take(bytes: number): Promise<Buffer>; digest(): string; position(): number }

function makeReader(handle: FileHandle): Reader {
  const hash = createHash('sha256')
  let position = 0
  return {
    async take(bytes) {
      const buffer = Buffer.allocUnsafe(bytes)
      let got = 0
      while (got < bytes) {
        const { bytesRead } = await handle.read(buffer, got, bytes - got, position + got)
        if (bytesRead === 0) break
        got += bytesRead
      }
      position += got
      const taken = buffer.subarray(0, got)
      hash.update(taken)
      return taken
    },
    digest: () => hash.copy().digest('hex'),
    position: () => position,
  }
}

async function startReading(handle: FileHandle): Promise<{ head: OpenHead; headLine: Buffer; reader: Reader }> {
  const probe = Buffer.alloc(HEAD_MAX_BYTES)
  const { bytesRead } = await handle.read(probe, 0, HEAD_MAX_BYTES, 0)
  const lineEnd = probe.indexOf(10, MAGIC.length)
  if (bytesRead < MAGIC.length || !probe.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupError('This is no backup of ours.')
  }
  if (lineEnd === -1 || lineEnd >= bytesRead) throw damaged('its head is cut off')
  const reader = makeReader(handle)
  await reader.take(MAGIC.length)
  const headLine = await reader.take(lineEnd + 1 - MAGIC.length)
  const head = parse<OpenHead>(headLine)
  if (!(head.format <= FORMAT)) {
    throw new BackupError(`This backup was made by release ${head.release}, which is newer: use that release.`)
  }
  return { head, headLine, reader }
}

async function openCipher(head: OpenHead, headLine: Buffer, passphrase: string | null): Promise<Cipher | null> {
  if (!head.sealing) return null
  if (passphrase === null) throw new BackupError('This backup is sealed: give its passphrase.')
  return makeCipher(passphrase, head.sealing, headLine)
}

type Block = { type: number; payload: Buffer }
type Blocks = { next(): Promise<Block>; count: number }

function readBlocks(reader: Reader, cipher: Cipher | null): Blocks {
  const blocks = { count: 0, next }
  return blocks

  async function next(): Promise<Block> {
    const length = await reader.take(4)
    if (length.length < 4) throw damaged('it ends too early')
    const size = length.readUInt32BE()
    if (size < 1 || size > BLOCK_MAX_BYTES) throw damaged(`block ${blocks.count} is none`)
    const body = await reader.take(size)
    if (body.length < size) throw damaged('it ends too early')
    const plain = cipher ? openBlock(cipher, body, blocks.count) : body
    blocks.count += 1
    return { type: plain[0]!, payload: plain.subarray(1) }
  }
}

function openBlock(cipher: Cipher, body: Buffer, number: number): Buffer {
  try {
    return cipher.open(body)
  } catch {
    if (number > 0) throw damaged(`block ${number} does not open`)
    throw new BackupError('The passphrase is wrong, or the beginning of the file was changed. Nothing was written.')
  }
}

async function expectJson<T>(blocks: Blocks, type: number): Promise<T> {
  const block = await blocks.next()
  if (block.type !== type) throw damaged(`block ${blocks.count - 1} is not what belongs there`)
  return parse<T>(block.payload)
}

function parse<T>(bytes: Buffer): T {
  try {
    return JSON.parse(bytes.toString()) as T
  } catch {
    throw damaged('its head cannot be read')
  }
}

/** Continues where the last reader stopped; at the end compares what was read with what was written. */
function readPart(blocks: Blocks, part: PartHead): AsyncIterable<Buffer> {
  const chunks = readChunks(blocks, part)
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) }
}

async function* readChunks(blocks: Blocks, { name, rows }: PartHead): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256')
  const seen = { rows: 0, bytes: 0 }
  for (;;) {
    const { type, payload } = await blocks.next()
    if (type === blockType.partEnd) {
      const end = parse<PartEnd>(payload)
      const isSame = end.bytes === seen.bytes && end.sha256 === hash.digest('hex')
      if (!isSame || end.rows !== seen.rows || rows !== seen.rows)
        throw damaged(`the rows of ${name} are not all there`)
      return
    }
    if (type !== blockType.data) throw damaged(`the rows of ${name} end too early`)
    const chunk = await unpack(payload, { maxOutputLength: CHUNK_BYTES }).catch(() => {
      throw damaged(`rows of ${name} cannot be unpacked`)
    })
    hash.update(chunk)
    seen.bytes += chunk.length
    seen.rows += countLines(chunk)
    yield chunk
  }
}
