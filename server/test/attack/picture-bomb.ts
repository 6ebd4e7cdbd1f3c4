import { crc32, deflateSync } from 'node:zlib'

const SIDE = 10_000

/** A whole PNG of 100 million black pixels, a bit each, in 12 KB. Unpacked to colours it has 300 MB. */
export function makePictureBomb(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  // One bit a pixel, of grey.
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((1 + SIDE / 8) * SIDE)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))])
}

function part(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
