import { crc32, deflateRawSync } from 'node:zlib'

/** A small archive: two records for each file, and the end. */
export function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes)
    const local = header(0x04034b50, 30, { name, bytes, packed })
    const entry = header(0x02014b50, 46, { name, bytes, packed })
    entry.writeUInt32LE(at, 42)
    locals.push(local, packed)
    entries.push(entry)
    at += local.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

type File = { name: string; bytes: Buffer; packed: Buffer }

/** Both records say the same, the second one two bytes later and with more room before the name. */
function header(sign: number, size: 30 | 46, { name, bytes, packed }: File): Buffer {
  const head = Buffer.alloc(size)
  const from = size === 30 ? 4 : 6
  head.writeUInt32LE(sign, 0)
  head.writeUInt16LE(20, from)
  head.writeUInt16LE(8, from + 4)
  head.writeUInt32LE(crc32(bytes), from + 10)
  head.writeUInt32LE(packed.length, from + 14)
  head.writeUInt32LE(bytes.length, from + 18)
  head.writeUInt16LE(Buffer.byteLength(name), from + 22)
  return Buffer.concat([head, Buffer.from(name)])
}
