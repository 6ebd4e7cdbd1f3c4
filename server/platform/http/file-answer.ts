import { Readable } from 'node:stream'

/** What a call answers with when its answer is a file: sent as it comes, never held in memory as a whole. */
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
