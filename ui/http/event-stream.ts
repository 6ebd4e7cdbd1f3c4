import { ApiError } from './api-error.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'

export type LinkState = 'connecting' | 'live' | 'waiting'
export type StreamOptions = {
  /** Throws ApiError when the server refuses. */
  open(lastId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  onEvent(event: StreamEvent): void
  onState(state: LinkState): void
  /** The refusal is final; the stream has ended. */
  onRefused(error: ApiError): void
}
export type EventStream = {
  stop(): void
  /** Stop waiting: the reader has come back, or asks for it. */
  hurry(): void
  /** For a stream whose first events have no id. Never moves back. */
  resumeAfter(id: string): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** The server sends something every 2 s, and at least every 10 s. */
const SILENCE_MS = 25_000
/** After a sleep: a live connection has sent something within this time. */
const DOUBT_MS = 5_000
const LOOK_MS = 1_000

/**
 * Reads an event stream with fetch, so that the token stays in a header. Reconnects after any break and asks for missed
 * events. Measures silence by the clock, because timers stop while a tab or a computer sleeps.
 */
export function followEvents({ open, onEvent, onState, onRefused }: StreamOptions): EventStream {
  const ending = new AbortController()
  let lastId: string | null = null
  let failures = 0
  let heardAtMs = Date.now()
  let connection = new AbortController()
  const pause = createPause()

  const timer = setInterval(() => {
    if (Date.now() - heardAtMs > SILENCE_MS) connection.abort()
  }, LOOK_MS)

  function stop(): void {
    ending.abort()
    clearInterval(timer)
    connection.abort()
    pause.end()
  }

  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const parse = createEventParser()
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    // A stream that arrived whole does not end with its request.
    connection.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let part = await reader.read(); !part.done && !ending.signal.aborted; part = await reader.read()) {
      heardAtMs = Date.now()
      failures = 0
      onState('live')
      for (const event of parse(decoder.decode(part.value, { stream: true }))) {
        if (event.id !== null) lastId = event.id
        if (!ending.signal.aborted) onEvent(event)
      }
    }
  }

  async function connect(): Promise<void> {
    connection = new AbortController()
    heardAtMs = Date.now()
    try {
      await read(await open(lastId, connection.signal))
    } catch (error) {
      if (ending.signal.aborted || !(error instanceof ApiError) || !isFinal(error)) return
      stop()
      onRefused(error)
    }
  }

  async function run(): Promise<void> {
    onState('connecting')
    while (!ending.signal.aborted) {
      await connect()
      if (ending.signal.aborted) return
      onState('waiting')
      // Expect no data during the wait.
      heardAtMs = Number.POSITIVE_INFINITY
      await pause.begin(waitMsAfter(failures))
      failures += 1
    }
  }

  void run()
  return {
    stop,
    hurry() {
      if (Date.now() - heardAtMs > DOUBT_MS) connection.abort()
      pause.end()
    },
    resumeAfter(id) {
      lastId ??= id
    },
  }
}

/** A refusal is final; "try later" and a proxy's errors are not. */
function isFinal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Adds jitter, so that all screens do not reconnect at the same moment after a server restart. */
function waitMsAfter(failures: number): number {
  const ceilingMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  return ceilingMs * (0.5 + Math.random() / 2)
}

/** A wait that can end early. */
function createPause(): { begin(waitMs: number): Promise<void>; end(): void } {
  let end = () => {}
  return {
    begin: (waitMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}
