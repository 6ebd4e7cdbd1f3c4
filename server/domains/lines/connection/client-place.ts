import type { Owner } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'

type Placed = { address: string; port: number; settings: object }
type Chosen = {
  sni?: string
  serverNames?: string
  shortId?: string
  shortIds?: string
  addresses?: string
  relayAddress?: string
  relayPort?: number
}

/** An address of IPv6 has more colons. */
const WITH_PORT = /^([^:]+):(\d{1,5})$/

/**
 * The node as one user's clients see it: of several addresses, server names and short ids always the same one for this
 * user, and behind a relay the relay. The certificate stays the node's own, whatever address leads to it.
 */
export function clientPlace<L extends Placed>(line: L, { resellerId, accountId }: Owner): L {
  const { serverNames, shortIds, addresses, relayAddress, relayPort, ...settings } = line.settings as Chosen
  const pick = (first: string, others: string | undefined) =>
    others === undefined ? first : choose([first, ...others.split(',')], `${resellerId}.${accountId}`)
  const chosen = relayAddress ?? pick(line.address, addresses)
  const [, address = chosen, port] = WITH_PORT.exec(chosen) ?? []
  const name = serverNames === undefined ? settings.sni : pick(settings.sni ?? line.address, serverNames)
  const sni = name ?? (address === line.address ? undefined : line.address)
  const shortId = shortIds === undefined ? settings.shortId : pick(settings.shortId ?? '', shortIds)
  return {
    ...line,
    address,
    port: relayPort ?? (port === undefined ? line.port : Number(port)),
    settings: { ...settings, ...(sni === undefined ? {} : { sni }), ...(shortId === undefined ? {} : { shortId }) },
  }
}

/** By the highest hash: when one of the values goes, only those who had it get another one. */
function choose(values: readonly string[], seed: string): string {
  const ranked = values.map((value) => ({ value, rank: sha256(`${seed} ${value}`).toString('hex') }))
  return ranked.reduce((best, next) => (next.rank > best.rank ? next : best)).value
}
