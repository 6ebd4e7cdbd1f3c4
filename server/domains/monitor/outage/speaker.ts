import { createServer, type Server } from 'node:net'

import type { Config } from '../../../config.ts'
import { hmac } from '../../../platform/crypto.ts'

/**
 * Which of an installation's processes on this machine speaks while there is no database to ask. A name in the kernel that
 * one process holds: it needs no disk, and is free as soon as its holder ends. Where there is none (not Linux), or in a
 * container of its own, each process speaks for itself.
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

/** Not shared with the other workers, as a port would be. */
function take(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}
