import { constants, crc32, deflateRawSync } from 'node:zlib'

import { randomToken } from '../platform/crypto.ts'

/** Placeholder for the nonce in prepared pages. It is random, so no brand can have it in its title. */
export const NONCE_TO_COME = randomToken()

/** A page that is complete except for its nonce, which differs in every answer. */
export type PreparedPage = { text(nonce: string): string; gzipped(nonce: string): Buffer }

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last deflate block. */
const END = Buffer.from([0x03, 0x00])

/**
 * Compresses the text between the nonces once. Each piece ends on a whole byte and never refers back beyond its own
 * start, so the nonce can go between pieces uncompressed. For a page of 18 KB this saves 0.4 ms per answer.
 */
export function preparePage(filled: string): PreparedPage {
  const texts = filled.split(NONCE_TO_COME)
  const pieces = texts.map((text) => Buffer.from(text))
  const packed = pieces.map((bytes) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }))
  const frames = new Map<number, Frame>()
  return {
    text: (nonce) => texts.join(nonce),
    gzipped(nonce) {
      const between = Buffer.from(nonce, 'latin1')
      const frame = frames.get(between.length) ?? makeFrame(pieces, packed, between.length)
      frames.set(between.length, frame)
      const page = Buffer.from(frame.bytes)
      for (const place of frame.places) between.copy(page, place)
      page.writeUInt32LE(frame.sum(between), page.length - TRAILER_BYTES)
      return page
    },
  }
}

/** A compressed page with zeros in place of the nonce and the checksum. */
type Frame = { bytes: Buffer; places: readonly number[]; sum(nonce: Buffer): number }
const TRAILER_BYTES = 8

function makeFrame(pieces: readonly Buffer[], packed: readonly Buffer[], nonceBytes: number): Frame {
  const zeros = Buffer.alloc(nonceBytes)
  const stored = storedBlock(zeros)
  const parts: Buffer[] = [HEADER]
  const places: number[] = []
  let length = HEADER.length
  for (const [at, piece] of packed.entries()) {
    if (at > 0) {
      parts.push(stored)
      length += stored.length
      places.push(length - nonceBytes)
    }
    parts.push(piece)
    length += piece.length
  }
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeUInt32LE(Buffer.concat(pieces).length + places.length * nonceBytes, 4)
  return { bytes: Buffer.concat([...parts, END, trailer]), places, sum: makeSum(pieces, nonceBytes) }
}

/**
 * Computes a page's checksum from its nonce alone. Each bit of the nonce always flips the same bits of the checksum, so
 * it is enough to know which ones. Over the whole page the checksum would take 7 µs.
 */
function makeSum(pieces: readonly Buffer[], nonceBytes: number): Frame['sum'] {
  const over = (nonce: Buffer) =>
    pieces.reduce((sum, piece, at) => crc32(piece, at === 0 ? sum : crc32(nonce, sum)), 0) >>> 0
  const nonce = Buffer.alloc(nonceBytes)
  const ofZeros = over(nonce)
  const turned = new Uint32Array(nonceBytes * 8)
  for (const [at] of turned.entries()) {
    nonce[at >> 3] = 1 << (at & 7)
    turned[at] = (over(nonce) ^ ofZeros) >>> 0
    nonce[at >> 3] = 0
  }
  return (given) => {
    let sum = ofZeros
    for (let at = 0; at < turned.length; at += 1) if ((given[at >> 3]! >> (at & 7)) & 1) sum ^= turned[at]!
    return sum >>> 0
  }
}

/** A stored (uncompressed) block that is not the last: its length, the complement of the length, then the bytes. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
