import { isDeepStrictEqual } from 'node:util'

import { writeAudit } from '../../platform/audit.ts'
import { mergeLanguages } from '../../platform/by-language.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { bumpRevision } from './bump-revision.ts'
import { getNodeLocked } from './load-node.ts'
import { findNodeProblems, type NodeWish } from './node-fields.ts'
import { loadNodeSecrets, saveNodeSecrets } from './node-secrets.ts'
import { nodeSubject } from './node-subject.ts'
import { holdPlaces, isPortTaken, updateNodeRow } from './queries.ts'

/** Not whom it serves, how it is run or its protocol: lines are made for those. Another node takes their place. */
export type NodeChange = Partial<Omit<NodeWish, 'resellerId' | 'connection' | 'protocol'>>

/** What the agent runs by, or reckons the bytes left with. */
const TOLD_TO_THE_AGENT = ['name', 'port', 'settings', 'speedMbps', 'ratePercent', 'secrets']

/** Answers the names of what is different now. */
export function updateNode(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  nodeId: number,
  change: NodeChange,
  actor: string,
): Promise<string[]> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    const before: NodeWish = { ...pickFields(node), secrets: await loadNodeSecrets(tx, nodeId) }
    const names = mergeLanguages(before.names, change.names ?? {})
    const after: NodeWish = { ...before, ...change, names }
    const problems = findNodeProblems(after)
    if (Object.keys(problems).length > 0) fail('request.invalid', { fields: problems })
    const fields = (Object.keys(change) as (keyof NodeChange)[]).filter(
      (field) => !isDeepStrictEqual(before[field], after[field]),
    )
    if (fields.length === 0) return []
    const { secrets, ...columns } = after
    const isMoved = fields.includes('port') || fields.includes('address')
    await holdPlaces(tx.db)
    if (isMoved && (await isPortTaken(tx.db, after, nodeId))) fail('node.port_taken')
    const isTold = fields.some((field) => TOLD_TO_THE_AGENT.includes(field))
    const settingsRevision = isTold ? await bumpRevision(tx.db, nodeId) : node.settingsRevision
    if (!(await updateNodeRow(tx.db, nodeId, { ...columns, settingsRevision }))) fail('node.taken')
    if (fields.includes('secrets')) await saveNodeSecrets(tx, nodeId, secrets)
    const entry = { resellerId: node.resellerId, actor, action: 'node.updated', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, { ...entry, detail: { fields: fields.join(',') } }, ctx.now)
    return fields
  })
}

function pickFields(node: Omit<NodeWish, 'secrets'>): Omit<NodeWish, 'secrets'> {
  const { resellerId, name, names, region, address, port, protocol, connection } = node
  const { ratePercent, capacity, speedMbps, suits, settings } = node
  const place = { resellerId, name, names, region, address, port, protocol, connection }
  return { ...place, ratePercent, capacity, speedMbps, suits, settings }
}
