import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { stopMove } from '../../lines/moves/run-move.ts'
import { showMove } from '../../lines/moves/show-move.ts'
import { planMove, startMove } from '../../lines/moves/start-move.ts'
import { offerRelease } from '../../nodes/agents/releases.ts'
import { enrolLine } from '../../nodes/enrol-line.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { mergeSecrets } from '../../nodes/node-secrets.ts'
import { addNode, updateNode, issueEnrolToken, issueUniproxyToken, removeNode } from '../../nodes/operator.ts'
import { setMaintenance } from '../../nodes/set-maintenance.ts'
import { pinSeen } from '../../nodes/shown-certificate.ts'
import { findAgents } from './find-agents.ts'
import { findNodeList } from './find-nodes.ts'
import { findNodeLines, showHistory, showNode } from './show-node.ts'

const { nodes } = consoleApi

type Key = Static<typeof nodes.replaceKey.input>
type Halves = Static<typeof nodes.setEncryption.input>

/** Replaces both keys of the pair: clients with the old key cannot connect until they fetch their feed again. */
async function replaceKey(ctx: StaffCtx<'platform'>, { nodeId, privateKey, publicKey }: Key): Promise<void> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const change = { secrets: { realityPrivateKey: privateKey }, settings: { ...node.settings, publicKey } }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
}

/** Sets or takes away both halves at once: clients connect again when they have fetched their feed. */
async function setEncryption(ctx: StaffCtx<'platform'>, { nodeId, ...given }: Halves): Promise<void> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const { encryption: _old, ...others } = node.settings
  const encryption = given.encryption.trim()
  const decryption = given.decryption.trim()
  const change = {
    settings: encryption === '' ? others : { ...others, encryption },
    secrets: decryption === '' ? {} : { decryption },
  }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
}

export const nodeRoutes = [
  bind(nodes.list, findNodeList),
  bind(nodes.show, showNode),
  bind(nodes.history, showHistory),
  bind(nodes.lines, findNodeLines),
  bind(nodes.agents, findAgents),
  bind(nodes.offerAgent, async (ctx, { number, nodeId = null }) => ({
    offered: await offerRelease(ctx, number, nodeId, staffActor(ctx)),
  })),
  bind(nodes.add, async (ctx, { onlyFor, realityPrivateKey, decryption, ...wish }) => {
    const secrets = mergeSecrets(null, { realityPrivateKey, decryption }, wish.settings)
    return { nodeId: await addNode(ctx, { ...wish, resellerId: onlyFor ?? null, secrets }, staffActor(ctx)) }
  }),
  bind(nodes.edit, async (ctx, { nodeId, ...change }) => ({
    fields: await updateNode(ctx, nodeId, change, staffActor(ctx)),
  })),
  bind(nodes.replaceKey, replaceKey),
  bind(nodes.setEncryption, setEncryption),
  bind(nodes.pin, async (ctx, { nodeId, seen }) => {
    await pinSeen(ctx, nodeId, staffActor(ctx), seen)
  }),
  bind(nodes.maintenance, (ctx, { nodeId, on }) => setMaintenance(ctx, nodeId, on, staffActor(ctx))),
  bind(nodes.remove, (ctx, { nodeId }) => removeNode(ctx, nodeId, staffActor(ctx))),
  bind(nodes.enrol, async (ctx, { nodeId }) => {
    const { token, expiresAt } = await issueEnrolToken(ctx, nodeId, staffActor(ctx))
    const { line: command, hasKey } = await enrolLine(ctx, token)
    return { command, hasKey, expiresAt }
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
  bind(nodes.stopMove, (ctx, { nodeId }) => stopMove(ctx, nodeId, staffActor(ctx))),
]
