import { AGENT_PAUSE_MAX_MS } from '../../../../contract/node-api.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ringNode } from '../../lines/ring-node.ts'
import { findNodes, type Node, type NodeReport } from '../../nodes/load-node.ts'
import { nodeSubject } from '../../nodes/node-subject.ts'
import { watchedState } from '../../nodes/watched-state.ts'
import { markDown } from './queries.ts'
import { reconcileAlerts, type Trouble } from './reconcile-alerts.ts'

type WatchCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }
type Heard = Node & NodeReport

/** Skips nodes in maintenance, nodes that never reported (not in service yet), and demo nodes, which run nothing. */
export async function watchNodes(ctx: WatchCtx, watchedSince: Date): Promise<void> {
  const troubles: { node: Heard; trouble: Trouble }[] = []
  const nodes = await findNodes(ctx)
  for (const node of nodes) {
    if (node.inMaintenance || node.isDemo || !node.seenAt) continue
    const state = watchedState(sinceWatched(node, watchedSince), ctx.now, ctx.config.alerts)
    if (state === 'silent') troubles.push({ node, trouble: troubleOf(node, 'node.silent') })
    if (state === 'down') troubles.push({ node, trouble: troubleOf(node, 'node.engine_down') })
  }
  if (troubles.length > 0)
    await markDown(
      ctx.db,
      troubles.map(({ node }) => node.id),
      ctx.now,
    )
  await reconcileAlerts(
    ctx,
    ['node.silent', 'node.engine_down'],
    troubles.map(({ trouble }) => trouble),
    async (tx, { begun, over }) => {
      for (const node of nodes) {
        const subject = nodeSubject(node.id)
        if (begun.includes(subject)) await ringNode(tx, node, 'down')
        else if (over.includes(subject)) await ringNode(tx, node, 'up')
      }
    },
  )
}

/**
 * Counts silence only from when the watch was running. A node that was not heard since then may be in the longest pause
 * of its agent, which found no server.
 */
export function sinceWatched<N extends Pick<NodeReport, 'seenAt'>>(node: N, watchedSince: Date): N {
  const pausesUntil = new Date(watchedSince.getTime() + AGENT_PAUSE_MAX_MS)
  return node.seenAt && node.seenAt < watchedSince ? { ...node, seenAt: pausesUntil } : node
}

function troubleOf(node: Heard, kind: 'node.silent' | 'node.engine_down'): Trouble {
  return {
    kind,
    subject: nodeSubject(node.id),
    resellerId: node.resellerId,
    severity: 'critical',
    detail: { nodeName: node.name, region: node.region, seenAt: node.seenAt?.toISOString() ?? null },
  }
}
