import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

import { splitEndpoint } from '../sockets.ts'
import { REFUSED } from './node-routes.ts'

export type Access = { number: number; address: string; port: number }
/** The line that holds a slot of the lifelines; null when none does. */
type Holder = (slot: number) => number | null

const LINE_END = 10
/** At the end of a line, where a target's own name cannot stand. Xray names the inbound before the outbound. */
const isRefusal = (line: string) => new RegExp(` \\[(?:\\S+ \\S+ )?${REFUSED}\\](?: email: \\S+)?$`).test(line)

export type AccessLog = ReturnType<typeof openAccessLog>

/**
 * Reads the engine's log and empties the file, because it names destinations that nobody needs. The engine drops lines
 * under load, and a client behind a web socket may claim another address. So the log does not name every socket's
 * owner, and callers must treat a socket without an owner as anybody's.
 */
export function openAccessLog(file: string, holder: Holder = () => null) {
  /** What was read before and could not be taken out of the file yet. */
  let readBytes = 0
  let refusals = 0
  return {
    take(): Access[] {
      const lines = withFile(file, (descriptor) => {
        const size = fstatSync(descriptor).size
        const bytes = Buffer.alloc(Math.max(0, size - readBytes))
        readSync(descriptor, bytes, 0, bytes.length, readBytes)
        // A line that is being written is read next time.
        const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1)
        readBytes += whole.length
        // A line that comes between these two calls is lost: its socket has no owner.
        if (size > 0 && fstatSync(descriptor).size === readBytes) {
          ftruncateSync(descriptor, 0)
          readBytes = 0
        }
        return whole.toString('utf8').split('\n')
      })
      refusals += lines.filter(isRefusal).length
      return lines.flatMap((line) => parseAccess(line, holder))
    },

    /** How many connections the node's own rules have refused since the last call. Whose and where to is not kept. */
    takeRefusals(): number {
      const count = refusals
      refusals = 0
      return count
    },

    /** The engine begins a new file. */
    restart(): void {
      readBytes = 0
    },
  }
}

function withFile(file: string, read: (descriptor: number) => string[]): string[] {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r+')
  } catch {
    return []
  }
  try {
    return read(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function parseAccess(line: string, holder: Holder): Access[] {
  const match = /(\S+) accepted .*email: (?:u(-?\d+)\.g\d+|r(\d+))@n\d+$/.exec(line)
  const from = match && splitEndpoint(match[1]!.replace(/^(?:tcp|udp):/, ''))
  const number = match?.[3] === undefined ? Number(match?.[2]) : holder(Number(match[3]))
  return from && number !== null ? [{ number, ...from }] : []
}
