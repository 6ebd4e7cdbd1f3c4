import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import path from 'node:path'

import type { Config } from '../config.ts'
import { HEALTHY } from '../platform/release.ts'
import { StartError } from '../platform/start-error.ts'

export type ClaimedPort = {
  /** Sets what /readyz answers from now on. */
  say(trouble: string): void
  /** Call it when nobody shall serve here, or when workers do. */
  release(): Promise<void>
  /** Whoever serves in this process goes on with its socket. Null: workers serve. */
  server: Server | null
}
type Place = Pick<Config, 'host' | 'port'>

/** The connections that a helper has taken are answered long before. */
const LEAVING_MS = 5_000

/**
 * Takes the port before touching the database: a second start beside a running server ends here and changes nothing.
 * The port stays open from then on: a supervisor that was answered once is never refused.
 */
export function claimPort({ workers, ...place }: Place & Pick<Config, 'workers'>): Promise<ClaimedPort> {
  return workers > 1 ? claimForWorkers(place) : claimHere(place)
}

async function claimHere({ host, port }: Place): Promise<ClaimedPort> {
  const { server, say } = answerHealth()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port)))
    server.listen({ host, port }, resolve)
  })
  const release = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { say, release, server }
}

/** Workers share one port, which is open while any of them listens: a small one is the first, and leaves when others do. */
async function claimForWorkers({ host, port }: Place): Promise<ClaimedPort> {
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, 'keep-port.ts'), args: [host, String(port)] })
  const holder = cluster.fork()
  cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) })
  await new Promise<void>((resolve, reject) => {
    holder.once('listening', () => resolve())
    holder.once('message', ({ code, message }: { code: string; message: string }) =>
      reject(explained(Object.assign(new Error(message), { code }), port)),
    )
    holder.once('exit', () => reject(new StartError(`Nothing could listen at port ${port}.`)))
  })
  const release = async () => {
    if (holder.isDead()) return
    const exited = once(holder, 'exit')
    holder.disconnect()
    const tooLate = setTimeout(() => holder.process.kill('SIGKILL'), LEAVING_MS)
    await exited
    clearTimeout(tooLate)
  }
  return { say: (trouble) => void (holder.isConnected() && holder.send(trouble)), release, server: null }
}

/**
 * /healthz says that the process lives, so that no supervisor restarts it, and /readyz says why it does not serve yet.
 * Other callers are disconnected at once, as if nobody listened, so that a proxy asks the next server.
 */
export function answerHealth(): { server: Server; say(trouble: string): void } {
  let trouble = 'starting'
  const server = createServer((request, reply) => {
    const isHealth = request.url === '/healthz'
    if (!isHealth && request.url !== '/readyz') return void request.socket.destroy()
    reply.writeHead(isHealth ? 200 : 503, { 'content-type': 'text/plain', connection: 'close' })
    return void reply.end(isHealth ? HEALTHY : trouble)
  })
  return { server, say: (text) => void (trouble = text) }
}

/** Turns EADDRINUSE into a sentence; other errors stay unchanged. */
export function explained(error: unknown, port: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  return new StartError(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`)
}
