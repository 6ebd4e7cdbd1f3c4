import { inflateRawSync } from 'node:zlib'

import { refuseBill } from './bill-line.ts'

const FILES_MAX = 20
/** What a full archive of tables may hold: more is a bomb. */
const INFLATED_MAX_BYTES = 40 * 1024 ** 2
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** The end's own size, and the longest comment after it. */
const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_BYTES && bytes.readUInt32LE(0) === LOCAL
}

/** The tables in an archive as Alipay gives it: by their ending, whatever the encoding of their names. */
export function unzip(bytes: Buffer): Buffer[] {
  try {
    return readEntries(bytes)
  } catch {
    return refuseBill('bill.unreadable')
  }
}

function readEntries(bytes: Buffer): Buffer[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > FILES_MAX) throw new Error('too many files')
  const files: Buffer[] = []
  let at = bytes.readUInt32LE(end + 16)
  let left = INFLATED_MAX_BYTES
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('no entry')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const name = bytes.toString('latin1', at + 46, at + 46 + nameBytes!)
    if (/\.csv$/i.test(name)) {
      const file = readEntry(bytes, at, left)
      left -= file.length
      files.push(file)
    }
    at += 46 + nameBytes! + extraBytes! + commentBytes!
  }
  return files
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at
  throw new Error('no end')
}

function readEntry(bytes: Buffer, central: number, maxBytes: number): Buffer {
  const method = bytes.readUInt16LE(central + 10)
  const size = bytes.readUInt32LE(central + 20)
  const local = bytes.readUInt32LE(central + 42)
  if (bytes.readUInt32LE(local) !== LOCAL) throw new Error('no file')
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.subarray(from, from + size)
  if (packed.length !== size || maxBytes <= 0) throw new Error('half a file')
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: maxBytes })
  if (method === 0 && size <= maxBytes) return packed
  throw new Error('another method')
}
