import { createServer, type Server } from 'node:net'

import type { Config } from '../../../config.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'

/**
 * Chooses the one process of an installation on this machine that reports while there is no database to ask. The
 * process holds a name in the kernel: this needs no disk, and the name is free as soon as its holder ends. Without such
 * names (not Linux), or in separate containers, each process reports for itself.
 */
export function runForSpeaker({ secretKey }: Pick<Config, 'secretKey'>) {
  const name = `\0yuxian-${hmac(secretKey, 'outage-speaker', '').toString('hex').slice(0, 32)}`
  const hasNames = process.platform === 'linux'
  let holder: Server | null = null
  return {
    async isSpeaker(): Promise<boolean> {
      if (hasNames) holder ??= await take(name)
      return holder !== null || !hasNames
    },
    stop: () => void holder?.close(),
  }
}

/** Unlike a port, the name is not shared with the other workers. */
function take(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}
