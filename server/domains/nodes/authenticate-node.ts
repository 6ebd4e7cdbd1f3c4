import type { FastifyRequest } from 'fastify'
import { createHash, createHmac } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'
import { nodeHeaders, nodeSignatureText } from '../../../contract/node-signature.ts'
import type { NodeActor } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { equalBytes, type SealKeys } from '../../platform/secrets/crypto.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { loadNodeKey } from './key-queries.ts'
import { openNodeSecret } from './node-secrets.ts'

/** `nodeId` is set only when the signature was right; otherwise anybody could raise alerts for a node by naming it. */
type Refused = { nodeId: number | null; why: 'headers' | 'unknown' | 'signature' | 'clock' | 'replaced' }
type Shown = { nodeId: number; epoch: number; time: string; signature: Buffer }
type Call = Pick<FastifyRequest, 'method' | 'headers'> & { url: string }

/** The agent of a removed node is still told for this long that nobody may use it; then its calls are refused. */
const REMOVED_GRACE_MS = 86_400_000

/**
 * Authenticates an agent by its signature. All refusals look alike, except that a replaced agent is told so: it must
 * stop.
 */
export function makeAuthenticateNode(db: Db, keys: SealKeys) {
  return async (call: Call, body: Buffer, now: Date): Promise<NodeActor> => {
    const verdict = await judge(db, keys, { call, body, now })
    if ('kind' in verdict) return verdict
    const subject = `node:${verdict.nodeId ?? 'unknown'}`
    await raiseAlert(db, { resellerId: null, kind: 'node.refused', subject, detail: { why: verdict.why } }, now)
    return fail(verdict.why === 'replaced' ? 'node.epoch' : 'node.refused')
  }
}

async function judge(
  db: Db,
  keys: SealKeys,
  { call, body, now }: { call: Call; body: Buffer; now: Date },
): Promise<NodeActor | Refused> {
  const shown = readHeaders(call.headers)
  if (!shown) return { nodeId: null, why: 'headers' }
  const { nodeId, epoch } = shown
  const key = await loadNodeKey(db, nodeId, epoch)
  if (!key) return { nodeId: null, why: 'unknown' }
  if (key.sealedSecret === null) return { nodeId: null, why: 'signature' }
  const secret = openNodeSecret(keys, { nodeId, epoch }, key.sealedSecret)
  const bodyHash = body.length === 0 ? '' : createHash('sha256').update(body).digest('hex')
  const signed = nodeSignatureText({
    method: call.method,
    path: call.url,
    epoch: String(epoch),
    time: shown.time,
    bodyHash,
  })
  const expected = createHmac('sha256', secret).update(signed).digest()
  if (!equalBytes(expected, shown.signature)) return { nodeId: null, why: 'signature' }
  if (key.removedAt && key.removedAt.getTime() + REMOVED_GRACE_MS < now.getTime()) return { nodeId, why: 'unknown' }
  if (Math.abs(Number(shown.time) * 1000 - now.getTime()) > limits.nodeClockSkewMs) return { nodeId, why: 'clock' }
  return epoch === key.currentEpoch ? { kind: 'node', nodeId } : { nodeId, why: 'replaced' }
}

function readHeaders(headers: Call['headers']): Shown | null {
  const texts = [nodeHeaders.node, nodeHeaders.epoch, nodeHeaders.time, nodeHeaders.signature].map((name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  })
  const [node = '', epoch = '', time = '', signature = ''] = texts
  const isNumber = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
  if (!isNumber(node) || !isNumber(epoch) || !/^[1-9]\d{0,11}$/.test(time)) return null
  if (!/^[0-9a-f]{64}$/.test(signature)) return null
  return { nodeId: Number(node), epoch: Number(epoch), time, signature: Buffer.from(signature, 'hex') }
}
