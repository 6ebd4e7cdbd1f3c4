import type { Static } from 'typebox'

import type { nodeApi, NodeLook } from '../../../../contract/node-api.ts'
import { hasOwnPorts } from '../../../../contract/node-engines.ts'
import type { Ctx } from '../../../platform/context.ts'
import { probeOf } from '../../nodes/probe-of.ts'
import { saveAsked, saveFinding } from '../../nodes/save-look.ts'
import { clientPlace } from '../connection/client-place.ts'
import { chooseLooker } from './choose-looker.ts'
import { findLookedNodes, type LookedNode } from './queries.ts'

type Looks = typeof nodeApi.looks
/** Agents look every minute. One that tells more often is not believed more often. */
const OFTEN_MS = 40_000
/** One of several addresses: nobody's, and always the same. */
const PROBE = { resellerId: 0, accountId: 0 }

/** Takes what an agent found, of the nodes that it was to look at and no others, and tells it which are next. */
export async function takeFindings(
  ctx: Pick<Ctx<'node'>, 'db' | 'now' | 'actor' | 'config'>,
  { engines, hasProbe, findings }: Static<Looks['input']>,
): Promise<Static<Looks['output']>> {
  const { db, now } = ctx
  const { nodeId: by } = ctx.actor
  await saveAsked(db, by, { engines, hasProbe, now })
  const before = await findLookedNodes(db)
  const found = new Map(findings.map((finding) => [finding.nodeId, finding]))
  for (const node of before) {
    const finding = found.get(node.id)
    const isOften = node.lookedAt !== null && now.getTime() - node.lookedAt.getTime() < OFTEN_MS
    if (!finding || isOften || chooseLooker(node, before, now)?.id !== by) continue
    await saveFinding(db, finding, { by, now })
  }
  const nodes = findings.length > 0 ? await findLookedNodes(db) : before
  const mine = nodes.filter((node) => chooseLooker(node, nodes, now)?.id === by)
  return { looks: mine.flatMap((node) => toLook(ctx, node) ?? []) }
}

/** As clients find the node; null while it listens nowhere. */
export function toLook({ config }: Pick<Ctx, 'config'>, node: LookedNode): NodeLook | null {
  const known = node.settings as NodeLook['settings']
  const isByLine = node.connection === 'agent' && hasOwnPorts({ protocol: node.protocol, settings: known })
  const open = isByLine ? node.linePort : node.port
  if (open === null) return null
  const { address, port, settings } = clientPlace({ address: node.address, port: open, settings: known }, PROBE)
  const credential = node.hasProbe ? (probeOf(config, node)?.credential ?? null) : null
  return { nodeId: node.id, address, port, protocol: node.protocol, settings, credential }
}
