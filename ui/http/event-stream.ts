import { ApiError } from './api-error.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'

export type LinkState = 'connecting' | 'live' | 'waiting'
export type StreamOptions = {
  /** Throws ApiError where the server refuses. */
  open(lastId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  onEvent(event: StreamEvent): void
  onState(state: LinkState): void
  /** Asking again would not change it; the stream has ended. */
  onRefused(error: ApiError): void
}
export type EventStream = {
  stop(): void
  /** Not to wait any longer: the reader has just come back, or asks for it. */
  hurry(): void
  /** For a stream whose first events have no id. Never goes back. */
  resumeAfter(id: string): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** The server says something every 2 s and at the very least every 10 s. */
const SILENCE_MS = 25_000
/** After a sleep: a living connection has said something since. */
const DOUBT_MS = 5_000
const LOOK_MS = 1_000

/**
 * An event stream read by fetch, so that the token stays in a header. It comes back by itself after any break, and asks
 * for what it missed. Silence is measured by the clock: timers stand still while a tab or a computer sleeps.
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
    // A stream that was given to us whole does not end with its request.
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
      // Nothing is to be heard while it waits.
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

/** A refusal is final; "later" and what a proxy says are not. */
function isFinal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** With jitter: the screens of a server that restarts must not all come back in the same moment. */
function waitMsAfter(failures: number): number {
  const ceilingMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  return ceilingMs * (0.5 + Math.random() / 2)
}

/** A wait that can be cut short. */
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
