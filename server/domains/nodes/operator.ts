import { isDeepStrictEqual } from 'node:util'

import { limits } from '../../../contract/limits.ts'
import { hasOwnPorts } from '../../../contract/node-engines.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { mergeLanguages } from '../../platform/text/by-language.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { bumpRevision } from './bump-revision.ts'
import { saveEnrolToken, saveUniproxyToken } from './key-queries.ts'
import { getNodeLocked } from './load-node.ts'
import { findNodeProblems, type NodeWish } from './node-fields.ts'
import { saveNodeSecrets, loadNodeSecrets, mergeSecrets, type SecretsChange } from './node-secrets.ts'
import { nodeSubject } from './node-subject.ts'
import { withoutOldPin } from './own-certificate.ts'
import { lockPlaces, insertNode, isPortTaken, updateNodeRow, markNodeRemoved } from './queries.ts'
import { withServerKey } from './server-key.ts'

/** Adds a node that nobody runs yet; its agent enrols with its own token. Returns the node's id. */
export function addNode(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, wish: NodeWish, actor: AuditActor): Promise<number> {
  const node = { ...wish, names: mergeLanguages({}, wish.names), settings: withServerKey(wish.settings) }
  const problems = findNodeProblems(node)
  if (Object.keys(problems).length > 0) fail('request.invalid', { fields: problems })
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getReseller(tx, wish.resellerId)
    const { secrets, ...fields } = node
    await lockPlaces(tx.db)
    if (await isPortTaken(tx.db, node, null)) fail('node.port_taken')
    const nodeId = (await insertNode(tx.db, fields, ctx.now)) ?? fail('node.taken')
    if (secrets) await saveNodeSecrets(tx, nodeId, secrets)
    const detail = { name: wish.name, region: wish.region, protocol: wish.protocol, connection: wish.connection }
    const entry = { resellerId: wish.resellerId, actor, action: 'node.added', subject: nodeSubject(nodeId), detail }
    await writeAudit(tx.db, entry, ctx.now)
    return nodeId
  })
}

/** Reseller, connection and protocol cannot change: lines were made for them. Add another node instead. */
export type NodeChange = Partial<Omit<NodeWish, 'resellerId' | 'connection' | 'protocol' | 'secrets'>> & {
  /** Those that are named; null takes one away. */
  secrets?: SecretsChange
}

/** Fields that the agent runs by, or uses to compute the bytes left. */
const TOLD_TO_THE_AGENT = ['name', 'port', 'settings', 'speedMbps', 'ratePercent', 'secrets']

/** Returns the names of the changed fields. */
export function updateNode(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  nodeId: number,
  change: NodeChange,
  actor: AuditActor,
): Promise<string[]> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    const before: NodeWish = { ...pickFields(node), secrets: await loadNodeSecrets(tx, nodeId) }
    const names = mergeLanguages(before.names, change.names ?? {})
    const wished = withServerKey(change.settings ?? before.settings, before.settings)
    const settings = await withoutOldPin(tx.db, nodeId, before.settings, wished)
    const secrets = mergeSecrets(before.secrets, change.secrets, settings)
    const after: NodeWish = { ...before, ...change, names, settings, secrets }
    const problems = findNodeProblems(after)
    // Lines keep the port that they were given.
    if (node.connection === 'agent' && hasOwnPorts(before) !== hasOwnPorts(after)) {
      problems['settings.engine'] = 'lines of this node were made for the other engine: add another node'
    }
    if (Object.keys(problems).length > 0) fail('request.invalid', { fields: problems })
    const fields = ([...new Set([...Object.keys(change), 'secrets'])] as (keyof NodeChange)[]).filter(
      (field) => !isDeepStrictEqual(before[field], after[field]),
    )
    if (fields.length === 0) return []
    const { secrets: _sealed, ...columns } = after
    const isMoved = fields.includes('port') || fields.includes('address')
    await lockPlaces(tx.db)
    if (isMoved && (await isPortTaken(tx.db, after, nodeId))) fail('node.port_taken')
    // The agent's own certificate has this name.
    const isRenamed = fields.includes('address') && settings['certMode'] === 'self'
    const isTold = isRenamed || fields.some((field) => TOLD_TO_THE_AGENT.includes(field))
    const settingsRevision = isTold ? await bumpRevision(tx.db, nodeId) : node.settingsRevision
    if (!(await updateNodeRow(tx.db, nodeId, { ...columns, settingsRevision }))) fail('node.taken')
    if (fields.includes('secrets')) await saveNodeSecrets(tx, nodeId, secrets)
    const entry = { resellerId: node.resellerId, actor, action: 'node.updated', subject: nodeSubject(nodeId) }
    const words = { detail: { fields: fields.join(',') }, before: shown(before, fields), after: shown(after, fields) }
    await writeAudit(tx.db, { ...entry, ...words }, ctx.now)
    return fields
  })
}

/** Values for the audit log. Settings and keys are logged only as changed. */
function shown(node: NodeWish, fields: readonly (keyof NodeChange)[]): AuditWords {
  const wordOf = (field: keyof NodeChange) => {
    const value = node[field]
    return typeof value === 'string' || typeof value === 'number' ? value : 'changed'
  }
  return Object.fromEntries(fields.map((field) => [field, wordOf(field)]))
}

function pickFields(node: Omit<NodeWish, 'secrets'>): Omit<NodeWish, 'secrets'> {
  const { resellerId, name, names, region, address, port, protocol, connection } = node
  const { ratePercent, capacity, speedMbps, suits, settings } = node
  const place = { resellerId, name, names, region, address, port, protocol, connection }
  return { ...place, ratePercent, capacity, speedMbps, suits, settings }
}

/**
 * Removes a node for good. Its agent is told at once to let nobody in; a job suspends its lines and tells their owners.
 */
export function removeNode(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    await markNodeRemoved(tx.db, nodeId, ctx.now)
    await bumpRevision(tx.db, nodeId)
    await addJob(tx.db, 'lines.settle_node', { nodeId })
    const entry = { resellerId: node.resellerId, actor, action: 'node.removed', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, { ...entry, detail: { name: node.name } }, ctx.now)
  })
}

/**
 * The token allows one enrolment within a day and voids an earlier unused one. The current agent runs on until then.
 */
export function issueEnrolToken(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  actor: AuditActor,
): Promise<{ token: string; expiresAt: Date }> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    if (node.connection !== 'agent') fail('request.invalid', { fields: { node: 'is run by a foreign agent' } })
    if (node.isDemo) fail('request.invalid', { fields: { node: 'is a demo of the sandbox: add one of your own' } })
    // The prefix keeps the token from beginning with a dash: a command line would take it for an option.
    const token = `en1.${randomToken()}`
    const expiresAt = new Date(ctx.now.getTime() + limits.nodeEnrolTtlMs)
    await saveEnrolToken(tx.db, nodeId, sha256(token), expiresAt)
    const entry = { resellerId: node.resellerId, actor, action: 'node.enrol_issued', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, entry, ctx.now)
    return { token, expiresAt }
  })
}

/** Issues the token for a foreign agent's settings. The previous token stops working at once. */
export function issueUniproxyToken(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, actor: AuditActor): Promise<string> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    if (node.connection !== 'uniproxy') fail('request.invalid', { fields: { node: 'is run by our own agent' } })
    const token = randomToken()
    await saveUniproxyToken(tx.db, nodeId, sha256(token))
    const entry = { resellerId: node.resellerId, actor, action: 'node.uniproxy_issued', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, entry, ctx.now)
    return token
  })
}
