import { Readable } from 'node:stream'

/** The answer of a call that returns a file: streamed, never held in memory as a whole. */
export class FileReply {
  readonly name: string
  readonly type: string
  readonly body: Readable
  constructor(name: string, type: string, parts: AsyncIterable<string | Buffer>) {
    this.name = name
    this.type = type
    this.body = Readable.from(parts, { objectMode: false })
  }
}
