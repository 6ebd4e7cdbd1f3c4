import type pg from 'pg'

import type { Db } from '../../../platform/db/db.ts'
import { listen } from '../../../platform/db/listen.ts'
import { NODE_CHANGED } from '../../nodes/bump-revision.ts'

type Bells = { byNode: Map<number, Set<() => void>>; isHearing: boolean; isOver: boolean }
type Bell = {
  /** Resolves with the node's next change, after `maxMs`, or when the server closes. */
  rung(maxMs: number): Promise<void>
  isOver(): boolean
  close(): void
}

const bellsByPool = new WeakMap<pg.Pool, Bells>()

/** Take the bell before reading: a change between the read and the wait then already rings. */
export function takeBell(db: Db, nodeId: number): Bell {
  const bells = bellsOf(db)
  hearChanges(db, bells)
  const waiting = bells.byNode.get(nodeId) ?? new Set()
  bells.byNode.set(nodeId, waiting)
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  return {
    isOver: () => bells.isOver,
    async rung(maxMs) {
      const timer = setTimeout(resolve, maxMs)
      await promise
      clearTimeout(timer)
    },
    close() {
      waiting.delete(resolve)
      if (waiting.size === 0 && bells.byNode.get(nodeId) === waiting) bells.byNode.delete(nodeId)
    },
  }
}

/** Makes open calls answer at once: a closing server waits for them. */
export function endBells(db: Db): void {
  const bells = bellsOf(db)
  bells.isOver = true
  ringAll(bells)
}

function bellsOf(db: Db): Bells {
  const bells = bellsByPool.get(db.pool) ?? { byNode: new Map(), isHearing: false, isOver: false }
  bellsByPool.set(db.pool, bells)
  return bells
}

function hearChanges(db: Db, bells: Bells): void {
  if (bells.isHearing || bells.isOver) return
  bells.isHearing = true
  const ring = (nodeId: string) => ringEach(bells.byNode.get(Number(nodeId)))
  // Notifications are lost while the connection is down, so everybody reads once.
  listen(db, NODE_CHANGED, ring, () => ringAll(bells))
}

function ringAll({ byNode }: Bells): void {
  for (const waiting of byNode.values()) ringEach(waiting)
}

function ringEach(waiting: Set<() => void> = new Set()): void {
  for (const resolve of waiting) resolve()
}
