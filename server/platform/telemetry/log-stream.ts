import { destination, type DestinationStream } from 'pino'

/** Bytes. The library measures all it holds at each line: 16 kB would cost as much as writing every line by itself. */
const TOGETHER = 4 * 1024
const LATEST_MS = 100
const WARN = 40

let stream: DestinationStream | undefined

/**
 * Writes to standard output. The library writes lines of requests together, at most a tenth of a second late. A warning
 * is written at once with all lines before it, and the last lines when the process ends by itself or by an error of ours:
 * the library would do neither for a stream that writes in order.
 */
export function standardStream(): DestinationStream {
  return (stream ??= openStream())
}

function openStream(): DestinationStream {
  const out = destination({ dest: 1, sync: true, minLength: TOGETHER, periodicFlush: LATEST_MS })
  process.on('exit', () => out.flush())
  return {
    // With this symbol the library passes the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      out.write(line)
      if (this.lastLevel >= WARN) out.flush()
    },
  } as DestinationStream & { lastLevel: number }
}
