import { destination, type DestinationStream } from 'pino'

/** In characters, nearly all of one byte. */
const TOGETHER = 16 * 1024
const LATEST_MS = 100
const WARN = 40

let stream: DestinationStream | undefined

/**
 * Writes to standard output. Lines of requests are written together, at most a tenth of a second late: one by one, each
 * would take a tenth of its request's time. A warning is written at once with all lines before it, and the last lines
 * when the process ends by itself or by an error of ours.
 */
export function standardStream(): DestinationStream {
  return (stream ??= openStream())
}

function openStream(): DestinationStream {
  // Gather lines here: the library would measure everything it holds at each new line.
  const out = destination({ dest: 1, sync: true })
  let held = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = held
    held = ''
    if (lines !== '') out.write(lines)
  }
  process.on('exit', flush)
  return {
    // With this symbol the library passes the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      held += line
      if (this.lastLevel >= WARN || held.length >= TOGETHER) flush()
      else timer ??= setTimeout(flush, LATEST_MS).unref()
    },
  } as DestinationStream & { lastLevel: number }
}
