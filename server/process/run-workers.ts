import cluster, { type Worker } from 'node:cluster'

import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import type { ClaimedPort } from './claim-port.ts'
import { onceSignalled } from './signals.ts'

/** A worker that served this long died of something new; one that served for less will probably die again. */
const STEADY_MS = 30_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

type Serving = { port: ClaimedPort; onReady: () => void }

/** Runs identical processes on one port. Replaces a worker that dies; on a signal each worker drains by itself. */
export async function runWorkers(config: Config, databaseUrl: string, { port, onReady }: Serving): Promise<void> {
  const log = createLog(config.logLevel)
  const servingSince = new Map<number, number>()
  let listening = 0
  let quickDeaths = 0
  let stopping = false
  const pauses = new Set<NodeJS.Timeout>()
  const DERIVING_KEY = config.derivingKey.toString('base64')
  // Whoever holds the port for them is a worker, too.
  const ours = new Set<number>()
  const fork = () => ours.add(cluster.fork({ DATABASE_URL: databaseUrl, DERIVING_KEY }).id)
  const forkLater = (pauseMs: number) => {
    const pause = setTimeout(() => {
      pauses.delete(pause)
      fork()
    }, pauseMs)
    pauses.add(pause)
  }
  // A worker that ends before any worker has served has logged why; a replacement would only repeat it.
  const failed = new Promise<never>((_resolve, reject) => {
    cluster.on('exit', ({ id }) => {
      if (!ours.delete(id)) return
      if (listening === 0) return reject(new StartError('The workers did not start.'))
      if (stopping) return
      const isSteady = performance.now() - (servingSince.get(id) ?? Infinity) >= STEADY_MS
      servingSince.delete(id)
      quickDeaths = isSteady ? 0 : quickDeaths + 1
      const pauseMs = pauseAfter(quickDeaths)
      log.error(`a worker ended; the next one starts ${pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`}`)
      forkLater(pauseMs)
    })
  })
  cluster.on('listening', ({ id }) => {
    servingSince.set(id, performance.now())
    listening += 1
    if (listening === 1) void port.release()
    if (listening === config.workers) onReady()
  })
  for (let index = 0; index < config.workers; index += 1) fork()
  await Promise.race([onceSignalled(), failed])
  stopping = true
  for (const pause of pauses) clearTimeout(pause)
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  await Promise.all(workers.map(endWorker))
}

function pauseAfter(quickDeaths: number): number {
  return quickDeaths === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (quickDeaths - 1))
}

function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.process.kill('SIGTERM')
  })
}
