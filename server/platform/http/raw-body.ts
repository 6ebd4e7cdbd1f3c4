import type { RequestPayload } from 'fastify'
import { Readable } from 'node:stream'

import { fail } from '../errors.ts'

/** Returns a body's bytes exactly as they came, and the same bytes again for the parser. */
export async function readRawBody(
  payload: RequestPayload,
  maxBytes: number,
): Promise<{ bytes: Buffer; again: Readable }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of payload as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) fail('request.too_large')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return { bytes, again: Readable.from(bytes.length > 0 ? [bytes] : []) }
}
