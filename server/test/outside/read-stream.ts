import type { MonitorEvents } from '../../../contract/monitor-figures.ts'
import { MONITOR_STREAM_PATH } from '../../../contract/monitor.ts'

export type ReadEvent = {
  [N in keyof MonitorEvents]: { id: number | null; event: N; data: MonitorEvents[N] }
}[keyof MonitorEvents]
export type StreamReader = {
  status: number
  type: string | null
  /** Waits for the next event of this name and skips those before it. Null at the end of the stream. */
  next<N extends keyof MonitorEvents>(name: N): Promise<Extract<ReadEvent, { event: N }> | null>
  /** Everything read so far. */
  seen: ReadEvent[]
  close(): void
}

/** Reads the monitor's event stream as the browser does: by fetch, with the token in the header. */
export async function readStream(
  origin: string,
  token: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<StreamReader> {
  const closing = new AbortController()
  const answer = await fetch(`${origin}${MONITOR_STREAM_PATH}${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: closing.signal,
  })
  const seen: ReadEvent[] = []
  const events = parse(answer.body!)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    seen,
    close: () => closing.abort(),
    async next(name) {
      for (;;) {
        const { value, done } = await events.next()
        if (done) return null
        seen.push(value)
        if (value.event === name) return value as Extract<ReadEvent, { event: typeof name }>
      }
    },
  }
}

async function* parse(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent, void> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      if (!fields.has('event')) continue
      const id = fields.has('id') ? Number(fields.get('id')) : null
      yield { id, event: fields.get('event'), data: JSON.parse(fields.get('data')!) } as ReadEvent
    }
  }
}
