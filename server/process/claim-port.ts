import { createServer } from 'node:http'

import type { Config } from '../config.ts'
import { HEALTHY } from '../platform/release.ts'
import { StartError } from '../platform/start-error.ts'

export type ClaimedPort = {
  /** Sets what /readyz answers from now on. */
  say(trouble: string): void
  release(): Promise<void>
}

/**
 * Takes the port before touching the database: a second start beside a running server ends here and changes nothing.
 * Meanwhile /healthz says that the process lives, so that no supervisor restarts it, and /readyz says why it does not
 * serve yet. Other callers are disconnected at once, as if nobody listened, so that a proxy asks the next server.
 */
export async function claimPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ClaimedPort> {
  let trouble = 'starting'
  const server = createServer((request, reply) => {
    const isHealth = request.url === '/healthz'
    if (!isHealth && request.url !== '/readyz') return void request.socket.destroy()
    reply.writeHead(isHealth ? 200 : 503, { 'content-type': 'text/plain', connection: 'close' })
    return void reply.end(isHealth ? HEALTHY : trouble)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port)))
    server.listen({ host, port }, resolve)
  })
  return {
    say: (text) => void (trouble = text),
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Turns EADDRINUSE into a sentence; other errors stay unchanged. */
export function explained(error: unknown, port: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  return new StartError(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`)
}
