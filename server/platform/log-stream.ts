import { destination, type DestinationStream } from 'pino'

const TOGETHER_BYTES = 32 * 1024
const LATEST_MS = 100
const WARN = 40

let stream: DestinationStream | undefined

/**
 * The standard output. Lines of requests leave together, a tenth of a second late at most: one by one, each takes as long as
 * a tenth of its request. A warning leaves at once with all before it, and the last ones when the process ends, by itself or
 * by an error of ours.
 */
export function standardStream(): DestinationStream {
  return (stream ??= openStream())
}

function openStream(): DestinationStream {
  const out = destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES, maxWrite: 2 * TOGETHER_BYTES })
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // Not flushSync: that waits for the disk, and throws when nobody reads any more.
    out.flush()
  }
  process.on('exit', flush)
  return {
    // By this the library says the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      out.write(line)
      if (this.lastLevel >= WARN) flush()
      else timer ??= setTimeout(flush, LATEST_MS).unref()
    },
  } as DestinationStream & { lastLevel: number }
}
