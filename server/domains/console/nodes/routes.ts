import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { stopMove } from '../../lines/moves/run-move.ts'
import { showMove } from '../../lines/moves/show-move.ts'
import { planMove, startMove } from '../../lines/moves/start-move.ts'
import { offerRelease } from '../../nodes/agents/releases.ts'
import { enrolLine } from '../../nodes/enrol-line.ts'
import { issueEnrolToken, issueUniproxyToken, removeNode, updateNode } from '../../nodes/operator.ts'
import { setMaintenance } from '../../nodes/set-maintenance.ts'
import { addNodeFor, replaceKey, setEncryption } from './calls.ts'
import { findAgents } from './find-agents.ts'
import { findNodeList } from './find-nodes.ts'
import { findNodeLines, showHistory, showNode } from './show-node.ts'

const { nodes } = consoleApi

export const nodeRoutes = [
  bind(nodes.list, findNodeList),
  bind(nodes.show, showNode),
  bind(nodes.history, showHistory),
  bind(nodes.lines, findNodeLines),
  bind(nodes.agents, findAgents),
  bind(nodes.offerAgent, async (ctx, { number, nodeId = null }) => ({
    offered: await offerRelease(ctx, number, nodeId, staffActor(ctx)),
  })),
  bind(nodes.add, addNodeFor),
  bind(nodes.edit, async (ctx, { nodeId, ...change }) => ({
    fields: await updateNode(ctx, nodeId, change, staffActor(ctx)),
  })),
  bind(nodes.replaceKey, replaceKey),
  bind(nodes.setEncryption, setEncryption),
  bind(nodes.maintenance, async (ctx, { nodeId, on }) => {
    await setMaintenance(ctx, nodeId, on, staffActor(ctx))
    return {}
  }),
  bind(nodes.remove, async (ctx, { nodeId }) => {
    await removeNode(ctx, nodeId, staffActor(ctx))
    return {}
  }),
  bind(nodes.enrol, async (ctx, { nodeId }) => {
    const { token, expiresAt } = await issueEnrolToken(ctx, nodeId, staffActor(ctx))
    return { command: await enrolLine(ctx, token), expiresAt: expiresAt.toISOString() }
  }),
  bind(nodes.uniproxyToken, async (ctx, { nodeId }) => ({
    apiHost: ctx.config.publicUrl,
    nodeId,
    token: await issueUniproxyToken(ctx, nodeId, staffActor(ctx)),
  })),
  bind(nodes.previewMove, (ctx, { nodeId, toNodeId }) => planMove(ctx, { fromNodeId: nodeId, toNodeId })),
  bind(nodes.move, async (ctx, { nodeId, toNodeId }) => {
    await startMove(ctx, { fromNodeId: nodeId, toNodeId }, staffActor(ctx))
    return (await showMove(ctx.db, nodeId))!
  }),
  bind(nodes.stopMove, async (ctx, { nodeId }) => {
    await stopMove(ctx, nodeId, staffActor(ctx))
    return {}
  }),
]
