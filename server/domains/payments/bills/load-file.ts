import { BILL_MAX_BYTES } from '../../../../contract/console/choices.ts'
import { GatewayTrouble } from '../gateways/gateway.ts'

type Place = {
  /** The gateway that gave the address: its own host is right too. */
  of: string
  isOurs: RegExp
  limitMs: number
  headers?: Record<string, string>
}

/** The bill behind an address that a gateway gave: only at its own hosts, and no more than a bill has. */
export async function loadFile(url: string, { of, isOurs, limitMs, headers = {} }: Place): Promise<Buffer> {
  const [to, from] = [URL.parse(url), new URL(of)]
  const isThere = to?.host === from.host && to.protocol === from.protocol
  if (!to || !(isThere || (to.protocol === 'https:' && isOurs.test(to.hostname))))
    throw new GatewayTrouble('bill: elsewhere')
  const response = await fetch(to, { redirect: 'error', signal: AbortSignal.timeout(limitMs), headers })
  if (!response.ok || !response.body) throw new GatewayTrouble(`bill: ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > BILL_MAX_BYTES) throw new GatewayTrouble('bill: too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
