import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { identifyHolder } from './lock-file.ts'
import { runServer, type RunningServer } from './run-server.ts'
import { stopServer } from './stop-server.ts'

const LOOK_EVERY_MS = 500
const LONGEST_PAUSE_MS = 30_000

export type KeptServer = { stop(): Promise<void> }

/** Restarts the server at the same address when something else ended it (such as the out-of-memory killer). */
export function keepRunning(cluster: Cluster, first: RunningServer): KeptServer {
  const stopping = new AbortController()
  let server: RunningServer | null = first

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (server) await untilEnded(cluster, server, stopping.signal)
      if (stopping.signal.aborted) return
      cluster.log(`The database server ${server?.pid} ended by itself; starting it again`)
      server = null
      server = await runAgain(cluster, first, stopping.signal)
    }
  }
  const watching = watch()

  return {
    async stop() {
      stopping.abort()
      await watching
      if (server) await stopServer(cluster, server.pid)
      server = null
    },
  }
}

async function untilEnded(cluster: Cluster, server: RunningServer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const holder = await identifyHolder(server.pid, cluster.pgData)
    if (holder !== 'ours' && holder !== 'unknown') return
    const pause = delay(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => {})
    await Promise.race(server.exited ? [server.exited, pause] : [pause])
  }
}

async function runAgain(cluster: Cluster, first: RunningServer, signal: AbortSignal): Promise<RunningServer | null> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const server = await runServer(cluster, first.endpoint)
      cluster.log(`The database server is running again (pid ${server.pid})`)
      return server
    } catch (error) {
      cluster.log(`${(error as Error).message}; trying again in ${pauseMs / 1000} s`)
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  return null
}
