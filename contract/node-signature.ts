/** Headers of a signed call; docs/node-api.md has an example to check an implementation against. */
export const nodeHeaders = {
  node: 'x-yx-node',
  epoch: 'x-yx-epoch',
  time: 'x-yx-time',
  signature: 'x-yx-signature',
} as const

type SignedCall = {
  method: string
  /** As in the request line, with the query. */
  path: string
  epoch: string
  /** Unix seconds. */
  time: string
  /** SHA-256 of the body's bytes in hex; empty where there is no body. */
  bodyHash: string
}

/** What is signed: hex HMAC-SHA256 of this text under the node's secret. */
export function nodeSignatureText({ method, path, epoch, time, bodyHash }: SignedCall): string {
  return [method, path, epoch, time, bodyHash].join('\n')
}
