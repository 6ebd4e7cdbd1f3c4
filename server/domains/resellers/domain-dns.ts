import { Resolver } from 'node:dns/promises'

const ANSWER_TIMEOUT_MS = 5_000
const TRIES = 2

export type DomainDns = {
  /** Like node:dns: each record in pieces of at most 255 characters. */
  resolveTxt: (name: string) => Promise<string[][]>
  /** Both IPv4 and IPv6. */
  resolveAddresses: (name: string) => Promise<string[]>
}

/** Asks these name servers, or those of the machine. Throws when one of them is not an address. */
export function openDns(servers: readonly string[]): DomainDns {
  const resolver = new Resolver({ timeout: ANSWER_TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    resolveTxt: (name) => resolver.resolveTxt(name),
    async resolveAddresses(name) {
      const both = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
  }
}
