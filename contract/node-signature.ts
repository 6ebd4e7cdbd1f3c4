/** Headers of a signed call. docs/node-api.md has an example to check an implementation. */
export const nodeHeaders = {
  node: 'x-yx-node',
  epoch: 'x-yx-epoch',
  time: 'x-yx-time',
  signature: 'x-yx-signature',
} as const

type SignedCall = {
  method: string
  /** As in the request line, including the query. */
  path: string
  epoch: string
  /** Unix seconds. */
  time: string
  /** SHA-256 of the body in hex; empty without a body. */
  bodyHash: string
}

/** The text to sign with HMAC-SHA256 (hex) and the node's secret. */
export function nodeSignatureText({ method, path, epoch, time, bodyHash }: SignedCall): string {
  return [method, path, epoch, time, bodyHash].join('\n')
}
