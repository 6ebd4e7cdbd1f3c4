import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

import { splitEndpoint } from '../sockets.ts'

export type Access = { number: number; address: string; port: number }
/** Who has a name of a lifeline. */
type Holder = (slot: number) => number | null

/**
 * Reads the engine's log and empties the file, because it names destinations that nobody needs. The engine drops lines
 * under load, and a client behind a web socket may claim another address. So the log does not name every socket's
 * owner, and callers must treat a socket without an owner as anybody's.
 */
export function takeAccesses(file: string, holder: Holder): Access[] {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r+')
  } catch {
    return []
  }
  try {
    const size = fstatSync(descriptor).size
    if (size === 0) return []
    const bytes = Buffer.alloc(size)
    readSync(descriptor, bytes, 0, size, 0)
    // Lines written since the read are read next time. A line that comes between these two calls is lost: its socket
    // has no owner.
    if (fstatSync(descriptor).size === size) ftruncateSync(descriptor, 0)
    return bytes
      .toString('utf8')
      .split('\n')
      .flatMap((line) => parseAccess(line, holder))
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
