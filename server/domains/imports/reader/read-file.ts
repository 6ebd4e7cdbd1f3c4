import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'

import { StartError } from '../../../platform/start-error.ts'
import { readSqlite } from './read-sqlite.ts'
import type { Row } from './row.ts'
import { Source, type Wanted } from './source.ts'
import { Statements } from './statements.ts'

/** Longer than any article; pictures inside a text may be beyond it, and are then named. */
export const VALUE_MAX_BYTES = 4 * 1024 * 1024

export type Kind = 'dump' | 'gzip' | 'sqlite' | 'live'
export type ReadSource = {
  source: Source
  kind: Kind
  bytes: number
  remarks: string[]
  /** Of what was read, where there is no file that could be read again. */
  fingerprint?: Buffer
}
export type Task = { wanted: Wanted; onRow: (row: Row) => void }

const PACKED: readonly [begin: string, name: string][] = [
  ['504b0304', 'zip'],
  ['fd377a58', 'xz'],
  ['28b52ffd', 'zstd'],
  ['425a68', 'bzip2'],
  ['377abcaf', '7z'],
  ['52617221', 'rar'],
]

/** Reads a file of any size once, from its beginning to its end, and hands on the rows that are wanted. */
export async function readFile(file: string, { wanted, onRow }: Task): Promise<ReadSource> {
  const about = await stat(file).catch(() => null)
  if (!about) throw new StartError(`There is no file ${file}.`)
  if (!about.isFile()) throw new StartError(`${file} is no file.`)
  const source = new Source(onRow)
  const first = await readFirst(file)
  const packed = PACKED.find(([begin]) => first.toString('hex').startsWith(begin))
  if (packed)
    throw new StartError(`This file is packed by ${packed[1]}: unpack it first (gzip is read as it is).`, 'packed')
  if (first.toString('latin1').startsWith('SQLite format 3\0')) {
    const remarks = readSqlite(file, source, wanted)
    return { source, kind: 'sqlite', bytes: about.size, remarks }
  }
  const isGzip = first[0] === 0x1f && first[1] === 0x8b
  const remarks: string[] = []
  await readDump(unpacked(file, isGzip, source, remarks), source, wanted)
  return { source, kind: isGzip ? 'gzip' : 'dump', bytes: about.size, remarks }
}

/** How pg_dump's own formats begin, alone or in a tar file. */
const PG_ARCHIVE = /^(?:PGDMP|toc\.dat)/

/** Feeds a dump's bytes, in pieces of any size, to the reader of statements. */
export async function readDump(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  source: Source,
  wanted: Wanted,
): Promise<void> {
  const statements = new Statements(source, wanted, VALUE_MAX_BYTES)
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && PG_ARCHIVE.test(chunk.toString('latin1', 0, 8))) source.isPostgres = true
    isFirst = false
    if (!source.isPostgres) statements.lexer.write(chunk)
    // What follows is no SQL: reading on would only find nonsense.
    if (source.isPostgres) return
  }
  if (statements.finish() || source.lacksEnd) source.isCut = true
}

async function readFirst(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function* unpacked(file: string, isGzip: boolean, source: Source, remarks: string[]): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  const gunzip = createGunzip()
  // A pipe passes on neither an error nor an end that comes from behind.
  stream.once('error', (error) => gunzip.destroy(error))
  const chunks = isGzip ? stream.pipe(gunzip) : stream
  try {
    yield* asUtf8(chunks as AsyncIterable<Buffer>, remarks)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code?.startsWith('Z_')) throw error
    source.isCut = true
    remarks.push('The gzip file is damaged or not whole.')
  } finally {
    stream.destroy()
    gunzip.destroy()
  }
}

/** Windows writes what a program prints as UTF-16, with a mark at its beginning. */
async function* asUtf8(chunks: AsyncIterable<Buffer>, remarks: string[]): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const isUtf16 = chunk[0] === 0xff && chunk[1] === 0xfe
      decoder = isUtf16 ? new TextDecoder('utf-16le') : null
      if (isUtf16) {
        remarks.push(
          'The file is in UTF-16, as PowerShell writes it: Chinese texts may be damaged. Make it by --result-file.',
        )
      }
      const hasMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
      if (hasMark) {
        yield chunk.subarray(3)
        continue
      }
    }
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
  }
}
