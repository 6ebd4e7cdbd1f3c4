import type { Socket } from 'node:net'
import type pg from 'pg'

/** What pg's connection offers beyond its types. */
type Wire = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

export const CHUNK_BYTES = 1_048_576
/** Full chunks that may wait for their reader; beyond that the server has to wait, too. */
const WAITING_CHUNKS = 4

export type CopiedOut = AsyncIterable<Buffer> & { rows(): number }

/** Yields the rows of a COPY … TO STDOUT in chunks. The server sends no faster than they are read. */
export function copyOut(client: pg.ClientBase, text: string): CopiedOut {
  const query = new CopyOut(text)
  client.query(query)
  return query
}

/** Feeds a COPY … FROM STDIN and returns how many rows the server took. */
export function copyIn(client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const query = new CopyIn(text, chunks)
  client.query(query)
  return query.done.promise
}

/** Resolves when the stream takes more, or will never take anything again. */
function roomIn(stream: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.on('drain', go).on('close', go)
  })
}

/** The callbacks that pg calls on a query object. */
class CopyQuery {
  readonly text: string
  rowCount = 0
  failure: Error | null = null

  constructor(text: string) {
    this.text = text
  }
  submit(connection: unknown): void {
    ;(connection as Wire).query(this.text)
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = Number(text.split(' ')[1] ?? 0)
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends CopyQuery {
  /** Copy rows into it at once: the driver reuses its own memory. */
  private filling = Buffer.allocUnsafe(CHUNK_BYTES)
  private filled = 0
  private full: Buffer[] = []
  private isOver = false
  private wire: Wire | null = null
  private wake: () => void = () => {}

  rows(): number {
    return this.rowCount
  }
  handleCopyData({ chunk }: { chunk: Buffer }, connection: unknown): void {
    this.wire = connection as Wire
    for (let from = 0; from < chunk.length;) {
      const size = Math.min(chunk.length - from, CHUNK_BYTES - this.filled)
      chunk.copy(this.filling, this.filled, from, from + size)
      this.filled += size
      from += size
      if (this.filled === CHUNK_BYTES) this.handOver()
    }
    if (this.full.length >= WAITING_CHUNKS) this.wire.stream.pause()
  }
  handleError(error: Error): void {
    this.failure ??= error
    this.isOver = true
    this.wake()
  }
  handleReadyForQuery(): void {
    this.handOver()
    this.isOver = true
    this.wake()
  }
  private handOver(): void {
    if (this.filled > 0) this.full.push(this.filling.subarray(0, this.filled))
    this.filling = Buffer.allocUnsafe(CHUNK_BYTES)
    this.filled = 0
    this.wake()
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.full.shift()
      if (chunk) {
        yield chunk
        continue
      }
      if (this.failure) throw this.failure
      if (this.isOver) return
      const woken = new Promise<void>((resolve) => (this.wake = resolve))
      this.wire?.stream.resume()
      await woken
    }
  }
}

class CopyIn extends CopyQuery {
  readonly done = Promise.withResolvers<number>()
  private readonly chunks: AsyncIterable<Buffer>

  constructor(text: string, chunks: AsyncIterable<Buffer>) {
    super(text)
    this.chunks = chunks
  }
  handleCopyInResponse(connection: unknown): void {
    void this.feed(connection as Wire)
  }
  handleError(error: Error): void {
    this.failure ??= error
    this.done.reject(this.failure)
  }
  handleReadyForQuery(): void {
    if (this.failure) this.done.reject(this.failure)
    else this.done.resolve(this.rowCount)
  }
  private async feed(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.chunks) {
        if (this.failure) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await roomIn(wire.stream)
      }
      wire.endCopyFrom()
    } catch (error) {
      // The server will answer with an error of its own, which would hide this one.
      this.failure ??= error as Error
      wire.sendCopyFail('the backup could not be read')
    }
  }
}
