import { destination, type DestinationStream } from 'pino'

/** In characters, nearly all of them of one byte. */
const TOGETHER = 16 * 1024
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
  // Lines are gathered here: the library would measure all that it holds with each line that comes.
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
    // By this the library says the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      held += line
      if (this.lastLevel >= WARN || held.length >= TOGETHER) flush()
      else timer ??= setTimeout(flush, LATEST_MS).unref()
    },
  } as DestinationStream & { lastLevel: number }
}
