import { constants, crc32, deflateRawSync } from 'node:zlib'

import { randomToken } from '../platform/crypto.ts'

/** Stands for the nonce in what is prepared. Nobody can know it, so no brand can have it in its title. */
export const NONCE_TO_COME = randomToken()

/** A filled page except for its nonce, which is another in every answer. */
export type PreparedPage = { text(nonce: string): string; gzipped(nonce: string): Buffer }

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const END = Buffer.from([0x03, 0x00])

/**
 * What stands between the nonces is compressed once. Such pieces end on a whole byte and never point back beyond their own
 * beginning, so between them the nonce can go in as it is: of a page of 18 KB that saves 0.4 ms an answer.
 */
export function preparePage(filled: string): PreparedPage {
  const texts = filled.split(NONCE_TO_COME)
  const pieces = texts.map((text) => {
    const bytes = Buffer.from(text)
    return { bytes, packed: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) }
  })
  return {
    text: (nonce) => texts.join(nonce),
    gzipped(nonce) {
      const between = Buffer.from(nonce)
      const stored = storedBlock(between)
      const parts: Buffer[] = [HEADER]
      let [sum, length] = [0, 0]
      for (const [at, { bytes, packed }] of pieces.entries()) {
        if (at > 0) {
          parts.push(stored)
          sum = crc32(between, sum)
          length += between.length
        }
        parts.push(packed)
        sum = crc32(bytes, sum)
        length += bytes.length
      }
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(sum, 0)
      trailer.writeUInt32LE(length, 4)
      return Buffer.concat([...parts, END, trailer])
    },
  }
}

/** Not the last one, not compressed: its length and the complement of it, then the bytes. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
