import type { RequestPayload } from 'fastify'

import { fail } from '../errors.ts'

/** What a page's form sent. A file is its bytes alone: its name and type are the sender's words, and nobody needs them. */
export class SentForm {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly Buffer[]
  /** More came than is kept: what stands here came before. */
  readonly isCut: boolean

  constructor(fields: ReadonlyMap<string, string>, files: readonly Buffer[], isCut: boolean) {
    this.fields = fields
    this.files = files
    this.isCut = isCut
  }

  /** Empty when the form has no such field. */
  text(name: string): string {
    return this.fields.get(name) ?? ''
  }
}

const PARTS_MAX = 32
/** A file name of 255 characters has up to 1 KB. */
const HEAD_MAX_BYTES = 2048
const FIELD_MAX_BYTES = 64 * 1024
/** The characters that RFC 2046 allows, without the space. */
const BOUNDARY = /^multipart\/form-data;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i
/** As browsers write it: quotes and line ends in a name are escaped by percent signs. */
const DISPOSITION = /^content-disposition: form-data; name="([^"\r\n]{1,100})"(; filename="[^"\r\n]*")?$/i

/**
 * Reads a form of the kind that browsers send. Strict, because only our own pages send it: anything odd is refused with
 * 400. With `mayBeCut` the parts that came whole are taken.
 */
export function parseForm(body: Buffer, contentType: string, mayBeCut = false): SentForm {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  const fields = new Map<string, string>()
  const files: Buffer[] = []
  const first = delimiter.subarray(2)
  if (!body.subarray(0, first.length).equals(first)) refuse('its beginning')
  let at = first.length
  for (let count = 0; !isEnd(body, at); count += 1) {
    if (count === PARTS_MAX) refuse('too many parts')
    const part = readPart(body, at, delimiter)
    if (!part) return mayBeCut ? new SentForm(fields, files, true) : refuse('its end')
    addPart(part, fields, files)
    at = part.next
  }
  return new SentForm(fields, files, false)
}

function boundaryOf(contentType: string): string {
  return BOUNDARY.exec(contentType)?.[2] ?? refuse('its boundary')
}

/** Nothing but a line end may follow. */
function isEnd(body: Buffer, at: number): boolean {
  if (body.toString('latin1', at, at + 2) !== '--') return false
  const rest = body.toString('latin1', at + 2, at + 5)
  return rest === '' || rest === '\r\n' || refuse('something after its end')
}

type Part = { name: string; isFile: boolean; content: Buffer; next: number }

/** Null when it did not come whole. */
function readPart(body: Buffer, at: number, delimiter: Buffer): Part | null {
  const head = body.subarray(at, at + HEAD_MAX_BYTES)
  const length = head.indexOf('\r\n\r\n')
  if (length < 0) return head.length < HEAD_MAX_BYTES ? null : refuse('a head that is too long')
  const [before, ...lines] = head.toString('utf8', 0, length).split('\r\n')
  const found = lines.map((line) => DISPOSITION.exec(line)).filter((match) => match !== null)
  if (before !== '' || found.length !== 1) refuse('a head')
  const start = at + length + 4
  const end = body.indexOf(delimiter, start)
  if (end < 0) return null
  const [, name = '', fileName] = found[0]!
  const content = body.subarray(start, end)
  return { name, isFile: fileName !== undefined, content, next: end + delimiter.length }
}

function addPart({ name, isFile, content }: Part, fields: Map<string, string>, files: Buffer[]): void {
  if (isFile) {
    // A chooser that nobody used sends an empty file.
    if (content.length > 0) files.push(content)
    return
  }
  if (fields.has(name) || content.length > FIELD_MAX_BYTES) refuse('a field')
  try {
    fields.set(name, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content))
  } catch {
    refuse('a field that is no text')
  }
}

function refuse(what: string): never {
  return fail('request.invalid', { fields: { form: what } })
}

type Bounds = {
  /** Kept for everybody. The fields stand before the files, so that this is enough to decide. */
  firstBytes: number
  /** Kept when `admits` says so of the fields that came first. */
  keptBytes: number
  /** Read and dropped beyond that, so that the sender gets an answer instead of a broken connection. */
  readBytes: number
  admits: (first: SentForm) => boolean
}

/** Keeps little of what a stranger sends: a form carries its credential in its body. */
export async function readForm(payload: RequestPayload, contentType: string, bounds: Bounds): Promise<SentForm> {
  const kept: Buffer[] = []
  let keptBytes = 0
  let readBytes = 0
  let limit = bounds.firstBytes
  let isDecided = false
  for await (const chunk of untilBroken(payload as AsyncIterable<Buffer>)) {
    readBytes += chunk.length
    if (readBytes > bounds.readBytes) fail('request.too_large')
    if (!isDecided && readBytes > bounds.firstBytes) {
      isDecided = true
      const first = Buffer.concat([...kept, chunk]).subarray(0, bounds.firstBytes)
      if (bounds.admits(parseForm(first, contentType, true))) limit = bounds.keptBytes
    }
    const part = chunk.subarray(0, limit - keptBytes)
    if (part.length > 0) kept.push(part)
    keptBytes += part.length
  }
  return parseForm(Buffer.concat(kept), contentType, readBytes > keptBytes)
}

/** A sender who went away is no fault of ours. */
async function* untilBroken(payload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* payload
  } catch {
    refuse('its end')
  }
}
