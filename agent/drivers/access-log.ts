import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

import { splitEndpoint } from '../sockets.ts'

export type Access = { number: number; address: string; port: number }

/**
 * Reads what the engine wrote and empties the file: it names destinations, and nobody needs those. The engine drops
 * lines when many come at once, and a client behind a web socket may claim another address, so the log says whose a
 * socket is where it can, and callers must treat a socket without an owner as anybody's.
 */
export function takeAccesses(file: string): Access[] {
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
    // Lines written since the look are read next time; with a line between these two calls, its socket has no owner.
    if (fstatSync(descriptor).size === size) ftruncateSync(descriptor, 0)
    return bytes.toString('utf8').split('\n').flatMap(parseAccess)
  } finally {
    closeSync(descriptor)
  }
}

function parseAccess(line: string): Access[] {
  const match = /(\S+) accepted .*email: u(\d+)\.g\d+@n\d+$/.exec(line)
  const from = match && splitEndpoint(match[1]!.replace(/^(?:tcp|udp):/, ''))
  return from ? [{ number: Number(match[2]), ...from }] : []
}
