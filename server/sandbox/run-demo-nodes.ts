import { setTimeout as delay } from 'node:timers/promises'

import { reportState } from '../domains/lines/node-calls/report-state.ts'
import { NODE_CHANGED } from '../domains/nodes/bump-revision.ts'
import { saveFinding } from '../domains/nodes/save-look.ts'
import { clock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { listen, stopListening } from '../platform/db/listen.ts'
import { findDemoNodes } from './seed-nodes.ts'

/** Well within the 8 s of silence after which the monitor reports a node as down. */
const REPORT_MS = 3_000

/** Reports for the demo nodes, which have no agent: they are up, and their lines become active. No traffic flows. */
export async function runDemoNodes(databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const db = createDb({ url: databaseUrl, poolSize: 1, applicationName: 'yuxian-demo-nodes' })
  const stopping = new AbortController()
  let changed = new AbortController()
  listen(db, NODE_CHANGED, () => changed.abort())
  // Report once before serving, so that the first page shows the nodes as up.
  await report()
  const ended = keepReporting()
  return {
    async stop() {
      stopping.abort()
      await ended
      await stopListening(db)
      await db.close()
    },
  }

  async function keepReporting(): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, changed.signal])
      await delay(REPORT_MS, undefined, { signal }).catch(() => {})
      if (!stopping.signal.aborted) await report()
    }
  }

  async function report(): Promise<void> {
    changed = new AbortController()
    // Ignore the error: a lost database is reported elsewhere, and the next turn tries again.
    await reportAll(db).catch(() => {})
  }
}

async function reportAll(db: Db): Promise<void> {
  for (const { id: nodeId, revision } of await findDemoNodes(db)) {
    const ctx = { db, now: clock.now(), actor: { kind: 'node', nodeId } } as const
    await reportState(ctx, { ...IDLE, appliedRevision: revision })
    await saveFinding(db, { nodeId, way: 'engine', ms: 180, fault: null }, { by: null, now: ctx.now })
  }
}

const IDLE = {
  boot: 'sandbox',
  engine: 'running' as const,
  failed: [],
  agentVersion: 'sandbox',
  cpuPercent: 0,
  memoryPercent: 0,
  connections: 0,
  upBps: 0,
  downBps: 0,
  addresses: [],
}
