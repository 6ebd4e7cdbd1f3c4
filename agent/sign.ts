import { createHash, createHmac } from 'node:crypto'

import { nodeHeaders, nodeSignatureText } from '../contract/node-signature.ts'

export type Identity = { nodeId: number; secret: string; epoch: number }
type Request = { method: string; pathWithQuery: string; body: string; unixSeconds: number }

/** Headers that prove a request comes from this node. */
export function signedHeaders({ nodeId, secret, epoch }: Identity, request: Request): Record<string, string> {
  const time = String(request.unixSeconds)
  const bodyHash = request.body === '' ? '' : createHash('sha256').update(request.body).digest('hex')
  const text = nodeSignatureText({
    method: request.method,
    path: request.pathWithQuery,
    epoch: String(epoch),
    time,
    bodyHash,
  })
  return {
    [nodeHeaders.node]: String(nodeId),
    [nodeHeaders.epoch]: String(epoch),
    [nodeHeaders.time]: time,
    [nodeHeaders.signature]: createHmac('sha256', secret).update(text).digest('hex'),
  }
}
