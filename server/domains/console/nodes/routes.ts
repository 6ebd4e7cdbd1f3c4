import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { stopMove } from '../../lines/moves/run-move.ts'
import { showMove } from '../../lines/moves/show-move.ts'
import { planMove, startMove } from '../../lines/moves/start-move.ts'
import { enrolLine } from '../../nodes/enrol-line.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { addNode, issueEnrolToken, issueUniproxyToken, removeNode, updateNode } from '../../nodes/operator.ts'
import { setMaintenance } from '../../nodes/set-maintenance.ts'
import { findNodeList } from './find-nodes.ts'
import { findNodeLines, showHistory, showNode } from './show-node.ts'

const { nodes } = consoleApi
type Key = Static<typeof nodes.replaceKey.input>

/** Replaces both keys of the pair: clients with the old key cannot connect until they fetch their feed again. */
async function replaceKey(ctx: StaffCtx<'platform'>, { nodeId, privateKey, publicKey }: Key): Promise<object> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const change = { secrets: { realityPrivateKey: privateKey }, settings: { ...node.settings, publicKey } }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
  return {}
}

export const nodeRoutes = [
  bind(nodes.list, findNodeList),
  bind(nodes.show, showNode),
  bind(nodes.history, showHistory),
  bind(nodes.lines, findNodeLines),
  bind(nodes.add, async (ctx, { onlyFor, realityPrivateKey, ...wish }) => {
    const secrets = realityPrivateKey === undefined ? null : { realityPrivateKey }
    return { nodeId: await addNode(ctx, { ...wish, resellerId: onlyFor ?? null, secrets }, staffActor(ctx)) }
  }),
  bind(nodes.edit, async (ctx, { nodeId, ...change }) => ({
    fields: await updateNode(ctx, nodeId, change, staffActor(ctx)),
  })),
  bind(nodes.replaceKey, replaceKey),
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
    return { command: enrolLine(ctx.config, token), expiresAt: expiresAt.toISOString() }
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
